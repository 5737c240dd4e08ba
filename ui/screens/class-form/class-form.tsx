import { Button } from "@radix-ui/themes";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ClassFields } from "../../../core/rules/tasks/form-fields.ts";
import { FormFailure } from "../../components/fields/form-failure.tsx";
import { focusFirst, focusInvalid } from "../../hooks/focus-first.ts";
import { SAVING, useLeaveWarning } from "../../hooks/use-leave-warning.ts";
import { useMounted } from "../../hooks/use-mounted.ts";
import { useOwnUser } from "../../store.ts";
import { ClassFieldInputs } from "./class-fields.tsx";
import { StudentList } from "./student-list.tsx";
import type { ClassDraft } from "./use-class-draft.ts";
import "./class-form.css";

export interface ClassPayload extends ClassFields {
  readonly studentList: string[];
  /** By student ID: the names that came with a file. */
  readonly studentNames: Record<string, string>;
}

interface ClassFormProps {
  readonly draft: ClassDraft;
  /** The names that the class has, by student ID. */
  readonly savedNames?: ReadonlyMap<string, string>;
  readonly codes: readonly string[];
  readonly editing: boolean;
  readonly action: string;
  readonly busy: string;
  /** Sends the form; an error that it throws is shown. */
  save(payload: ClassPayload): Promise<void>;
}

export function ClassForm({ draft, savedNames, codes, editing, action, busy, save }: ClassFormProps) {
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { allow } = useLeaveWarning(draft.changed, saving ? SAVING : undefined);
  const isMounted = useMounted();
  const navigate = useNavigate();
  const overview = `/classes/${useOwnUser().id}`;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (saving) return;
    const form = event.currentTarget;
    setFailure(null);
    if (!draft.check()) return focusInvalid(form);
    setSaving(true);
    // The fields are disabled meanwhile: the keyboard focus waits at the button that shows the progress.
    focusFirst("[type=submit]", form);
    try {
      // Names of students who were removed again are not stored.
      const students = draft.everybody();
      const named = students.flatMap((id) => (draft.names.has(id) ? [[id, draft.names.get(id)!]] : []));
      await save({ ...draft.fields, studentList: [...students], studentNames: Object.fromEntries(named) });
      if (!isMounted()) return;
      allow();
      void navigate(overview);
    } catch (error) {
      setFailure(draft.refused(error));
      setSaving(false);
      focusInvalid(form);
    }
  }

  return (
    <form className="panel panel-body spaced class-form" noValidate onSubmit={(event) => void submit(event)}>
      <div className="fields" inert={saving}>
        <ClassFieldInputs draft={draft} codes={codes} editing={editing} />
      </div>
      <div inert={saving}>
        <StudentList
          students={draft.students}
          typed={draft.typed}
          names={new Map([...(savedNames ?? []), ...draft.names])}
          error={draft.issues.errorOf("studentList")}
          onChange={draft.setStudents}
          onType={draft.setTyped}
          onNames={draft.addNames}
        />
      </div>
      <FormFailure>{failure}</FormFailure>
      <div className="row end">
        <Button type="button" size="3" variant="soft" color="gray" onClick={() => void navigate(overview)}>
          Cancel
        </Button>
        <Button type="submit" size="3" aria-disabled={saving} data-disabled={saving || undefined}>
          {saving ? busy : action}
        </Button>
      </div>
    </form>
  );
}
