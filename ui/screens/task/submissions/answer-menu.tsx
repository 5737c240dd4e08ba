import { FileIcon, MagnifyingGlassIcon, TrashIcon } from "@radix-ui/react-icons";
import { DropdownMenu } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { evaluatorPath } from "../../../../server/contract/pages.ts";
import type { File as Submission } from "../../../../server/contract/results/file.ts";
import type { MenuProps } from "../../../components/late-menu.tsx";
import { formatDate } from "../../../format.ts";

export interface AnswerMenuProps {
  readonly file: Submission;
  /** Null: the user may not. */
  readonly onDelete: ((file: Submission) => void) | null;
}

/** What can be done with a page. */
export function Menu({ button, file, onDelete }: AnswerMenuProps & MenuProps) {
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger>{button}</DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        <DropdownMenu.Label className="answer-received">Received {formatDate(file.received_at)}</DropdownMenu.Label>
        <DropdownMenu.Item asChild>
          <Link to={evaluatorPath(file.task_id, file.id)}>
            <MagnifyingGlassIcon /> Analyze
          </Link>
        </DropdownMenu.Item>
        <DropdownMenu.Item asChild>
          <a href={file.file_url} target="_blank" rel="noreferrer" title="Open the file as it was handed in">
            <FileIcon /> {file.filename}
          </a>
        </DropdownMenu.Item>
        {onDelete && (
          <>
            <DropdownMenu.Separator />
            <DropdownMenu.Item color="red" onSelect={() => onDelete(file)}>
              <TrashIcon /> Delete
            </DropdownMenu.Item>
          </>
        )}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
