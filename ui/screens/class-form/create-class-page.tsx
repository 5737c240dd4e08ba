import { Skeleton } from "@radix-ui/themes";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { useCall } from "../../calls/calls.ts";
import { Answers, PageHead } from "../../components/page-parts.tsx";
import { toast } from "../../store.ts";
import { coursesOf } from "../classes/group-classes.ts";
import { ClassForm } from "./class-form.tsx";
import { useClassDraft } from "./use-class-draft.ts";

export function Component() {
  return (
    <div className="page page-narrow">
      <PageHead title="Create Class" text="A course, a group of it, and who may hand in." />
      <Answers to={[useCall("getClasses", {})]} waiting={<Skeleton height="420px" />}>
        {(classes) => <NewClass classes={classes.filter(({ role }) => role === "owner")} />}
      </Answers>
    </div>
  );
}

function NewClass({ classes }: { readonly classes: readonly ClassSummary[] }) {
  const draft = useClassDraft({
    fields: { classCode: "", classGroup: "", classSchedule: "" },
    students: [],
    others: classes,
    editing: false,
  });
  return (
    <ClassForm
      draft={draft}
      codes={coursesOf(classes).map(({ code }) => code)}
      editing={false}
      action={draft.courseExists ? "Add Group" : "Create Class"}
      busy="Creating..."
      save={async (body) => {
        await call("createClass", { body });
        toast(TEXTS.toasts.classCreated);
      }}
    />
  );
}
