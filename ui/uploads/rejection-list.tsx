import { shownName } from "../../core/basics/shown-name.ts";
import type { RejectionGroup } from "./rejections.ts";

/** The files that were refused, by reason. */
export function RejectionList({ groups }: { readonly groups: readonly RejectionGroup[] }) {
  return groups.map(({ reason, files, details }) => (
    <div key={reason} className="spaced tight reason">
      <h2 className="field-error">{reason}</h2>
      <ul className="spaced tight chips">
        {files.map((file) => (
          <li key={file}>
            {shownName(file)}
            {details?.[file] && <p>{details[file]}</p>}
          </li>
        ))}
      </ul>
    </div>
  ));
}
