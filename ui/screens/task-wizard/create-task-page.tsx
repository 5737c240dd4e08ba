import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { useInstructedClasses } from "../../calls/calls.ts";
import { Answers } from "../../components/page-parts.tsx";
import { toast } from "../../store.ts";
import { type TaskBody, TaskWizard, WizardSkeleton } from "./task-wizard.tsx";

export function Component() {
  return (
    <Answers to={[useInstructedClasses()]} waiting={<WizardSkeleton title="Create Task" />}>
      {(classes) => <TaskWizard task={null} classes={classes} save={create} />}
    </Answers>
  );
}

async function create(body: TaskBody): Promise<boolean> {
  await call("createTask", { body });
  toast(TEXTS.toasts.taskCreated);
  return true;
}
