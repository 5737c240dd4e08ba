import type { RejectionGroup } from "./rejections.ts";

/** The files that were refused, by reason. `className` is for each reason. */
export function RejectionList({ groups, className }: { groups: readonly RejectionGroup[]; className: string }) {
  return groups.map(({ reason, files, details }) => (
    <div key={reason} className={className}>
      <h2>{reason}</h2>
      <ul>
        {files.map((file) => (
          <li key={file}>
            {file}
            {details?.[file] && <p>{details[file]}</p>}
          </li>
        ))}
      </ul>
    </div>
  ));
}
