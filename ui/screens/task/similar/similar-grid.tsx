import { Button } from "@radix-ui/themes";
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
  onDismiss(files: readonly string[]): Promise<void>;
}

export function SimilarGrid({ taskId, flagged, onDismiss }: SimilarGridProps) {
  const { shown, ...pager } = usePages(flagged, LIMITS.similarFilesPerPage);
  const groups = [...new Set(shown.map(({ group }) => group))];
  const filesOf = (group: number) => flagged.filter((each) => each.group === group).map(({ file }) => file.id);
  return (
    <>
      <ul className="tiles similar-grid" aria-label="Similar submissions">
        {shown.map(({ file, group }) => (
          <li key={`${group}-${file.id}`}>
            <Link to={evaluatorPath(taskId, file.id)} className="row-link">
              <img
                src={pathOf("getPagePicture", { params: { fileId: file.id }, query: { width: PICTURE_WIDTH } })}
                alt=""
                loading="lazy"
              />
              <strong>{file.student_id}</strong>
              <small>
                Item {file.item_number}, group {group}
              </small>
            </Link>
          </li>
        ))}
      </ul>
      <p className="row">
        {groups.map((group) => (
          <Button key={group} size="1" variant="soft" color="gray" onClick={() => void onDismiss(filesOf(group))}>
            Dismiss group {group}
          </Button>
        ))}
      </p>
      <Pager {...pager} />
    </>
  );
}
