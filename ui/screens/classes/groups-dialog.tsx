import { ChevronRightIcon, TrashIcon } from "@radix-ui/react-icons";
import { IconButton } from "@radix-ui/themes";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { classRemovalPhrase, PHRASE_MISMATCH } from "../../../core/rules/accounts/removal-phrase.ts";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { renew } from "../../calls/queries.ts";
import { useCall } from "../../calls/use-call.ts";
import { Modal, ModalFoot } from "../../components/modal.tsx";
import { SharedBy } from "../../components/shared-by.tsx";
import { counted } from "../../format.ts";
import { closeDialog, confirmFirst, toast } from "../../store.ts";
import { coursesOf } from "./group-classes.ts";

export function GroupsDialog({ code }: { readonly code: string }) {
  const { data } = useCall("getClasses", {});
  const course = coursesOf(data ?? []).find((each) => each.code === code);
  const isGone = data !== null && course === undefined;
  // Each group can be removed here.
  useEffect(() => {
    if (isGone) closeDialog();
  }, [isGone]);
  return (
    <Modal title={`Groups for ${code}`} aria-describedby={undefined}>
      <ul className="spaced tight group-list">
        {course?.groups.map((group) => (
          <li key={group.id} className="line">
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
                onClick={() => confirmClassRemoval(group)}
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
    <span className="spaced tight">
      <strong>Group {group.class_group}</strong>
      <span>{group.class_schedule}</span>
      <small>{counted(group.student_count, "student")}</small>
      <SharedBy of={group} />
    </span>
  );
}

function confirmClassRemoval(group: ClassSummary): void {
  confirmFirst({
    title: `Delete ${group.class_code}, group ${group.class_group}?`,
    text: "All tasks of the class are removed too, with their submissions and grades. This cannot be undone.",
    action: "Delete Class",
    busy: "Deleting...",
    failed: TEXTS.classes.deleteFailed,
    typed: { text: classRemovalPhrase(group), mismatch: PHRASE_MISMATCH },
    async run() {
      toast((await call("deleteClass", { params: { classId: group.id } })).message);
      await renew("getClasses");
    },
  });
}
