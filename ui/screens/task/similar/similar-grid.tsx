import { Link } from "react-router-dom";
import { LIMITS } from "../../../../core/rules/limits.ts";
import { evaluatorPath } from "../../../../server/contract/pages.ts";
import { pathOf } from "../../../api.ts";
import { Pager } from "../../../components/pager.tsx";
import { usePages } from "../../../hooks/use-pages.ts";
import type { FlaggedFile } from "./flagged-files.ts";

const PICTURE_WIDTH = 480;

interface SimilarGridProps {
  readonly taskId: string;
  readonly flagged: readonly FlaggedFile[];
}

/** The flagged pages side by side, five at a time. */
export function SimilarGrid({ taskId, flagged }: SimilarGridProps) {
  const { shown, ...pager } = usePages(flagged, LIMITS.similarFilesPerPage);
  return (
    <>
      <ul className="similar-grid" aria-label="Similar submissions">
        {shown.map(({ file, group }) => (
          <li key={`${group}-${file.id}`}>
            <Link to={evaluatorPath(taskId, file.id)}>
              <img
                src={pathOf("getPagePicture", { params: { fileId: file.id }, query: { width: PICTURE_WIDTH } })}
                alt=""
                loading="lazy"
              />
              <strong>{file.student_id}</strong>
              <span className="similar-place">
                Item {file.item_number}, group {group}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Pager {...pager} />
    </>
  );
}
