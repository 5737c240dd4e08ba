import { ChevronRightIcon, TrashIcon } from "@radix-ui/react-icons";
import { IconButton } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";
import { Modal, ModalFoot } from "../../components/modal.tsx";
import { SharedBy } from "../../components/shared-by.tsx";
import { counted } from "../../format.ts";
import { confirmClassRemoval } from "./class-removal.ts";
import type { Course } from "./group-classes.ts";

interface GroupsDialogProps {
  /** Null: closed. */
  readonly course: Course | null;
  onClose(): void;
  onRemoved(): Promise<void>;
}

/** All groups of a course, to open or remove them; it stays open until the last group is gone. */
export function GroupsDialog({ course, onClose, onRemoved }: GroupsDialogProps) {
  return (
    <Modal open={course !== null} onClose={onClose} title={`Groups for ${course?.code}`} aria-describedby={undefined}>
      <ul className="spaced group-list">
        {course?.groups.map((group) => (
          <li key={group.id}>
            {instructs(group) ? (
              <Link to={`/edit-class/${group.id}`} className="row-link">
                <About group={group} />
                <ChevronRightIcon />
              </Link>
            ) : (
              <div className="row-link group-closed">
                <About group={group} />
              </div>
            )}
            {group.role === "owner" && (
              <IconButton
                variant="ghost"
                color="red"
                aria-label={`Delete group ${group.class_group}`}
                onClick={() => confirmClassRemoval(group, onRemoved)}
              >
                <TrashIcon />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <ModalFoot />
    </Modal>
  );
}

function About({ group }: { readonly group: ClassSummary }) {
  return (
    <span>
      <strong>Group {group.class_group}</strong>
      <span>{group.class_schedule}</span>
      <small>{counted(group.student_count, "student")}</small>
      <SharedBy of={group} />
    </span>
  );
}
