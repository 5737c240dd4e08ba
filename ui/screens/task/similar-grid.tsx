import { useState } from "react";
import { Link } from "react-router-dom";
import { LIMITS } from "../../../core/rules/limits.ts";
import { pathOf } from "../../api.ts";
import { Pager } from "../../components/pager.tsx";
import { rememberFile } from "../circuit-evaluator/current-file.ts";
import type { FlaggedFile } from "./submission-list.ts";

const PICTURE_WIDTH = 480;

interface SimilarGridProps {
  readonly taskId: string;
  readonly flagged: readonly FlaggedFile[];
}

/** The flagged pages side by side, five at a time. */
export function SimilarGrid({ taskId, flagged }: SimilarGridProps) {
  const [page, setPage] = useState(1);
  const pages = Math.ceil(flagged.length / LIMITS.similarFilesPerPage);
  const current = Math.min(page, pages);
  const from = (current - 1) * LIMITS.similarFilesPerPage;
  return (
    <>
      <ul className="similar-grid" aria-label="Similar submissions">
        {flagged.slice(from, from + LIMITS.similarFilesPerPage).map(({ file, group }) => (
          <li key={`${group}-${file.id}`}>
            <Link to={`/circuit-evaluator/${taskId}`} onClick={() => rememberFile(file.id)}>
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
      <Pager page={current} pages={pages} onPage={setPage} />
    </>
  );
}
