import { Skeleton } from "@radix-ui/themes";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { useCall } from "../../calls/calls.ts";
import { Answers, PageHead } from "../../components/page-parts.tsx";
import { toast } from "../../store.ts";
import type { ClassBody } from "./class-draft.ts";
import { ClassForm } from "./class-form.tsx";

export function Component() {
  return (
    <div className="page page-narrow">
      <PageHead title="Create Class" text="A course, a group of it, and who may hand in." />
      <Answers to={[useCall("getClasses", {})]} waiting={<Skeleton height="420px" />}>
        {(classes) => <ClassForm own={null} others={classes.filter(({ role }) => role === "owner")} save={create} />}
      </Answers>
    </div>
  );
}

async function create(body: ClassBody): Promise<void> {
  await call("createClass", { body });
  toast(TEXTS.toasts.classCreated);
}
