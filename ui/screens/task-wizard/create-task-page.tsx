import { useMemo } from "react";
import { TASK_TYPE_VALUES } from "../../../core/rules/tasks/task-types.ts";
import { dashboardPath } from "../../../server/contract/pages.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { useInstructedClasses } from "../../calls/calls.ts";
import { Answers } from "../../components/page-parts.tsx";
import { pageData } from "../../page-data.ts";
import { toast, useOwnUser } from "../../store.ts";
import { newDraft, taskBodyOf } from "./draft.ts";
import { TaskWizard, WizardSkeleton } from "./task-wizard.tsx";

export function Component() {
  const { timezone } = pageData().site;
  const user = useOwnUser();
  const start = useMemo(() => newDraft(timezone), [timezone]);
  return (
    <Answers to={[useInstructedClasses()]} waiting={<WizardSkeleton title="Create Task" />}>
      {(classes) => (
        <TaskWizard
          title="Create Task"
          start={start}
          classes={classes}
          types={TASK_TYPE_VALUES}
          action="Create Task"
          busy="Creating..."
          cancelPath={dashboardPath(user.id)}
          handedIn={false}
          onSave={async (draft) => {
            const counts = { totalSubmissions: 0, reviewedSubmissions: 0, status: "Ongoing" };
            await call("createTask", { body: { ...taskBodyOf(draft, timezone), ...counts } });
            toast(TEXTS.toasts.taskCreated);
            return dashboardPath(user.id);
          }}
        />
      )}
    </Answers>
  );
}
