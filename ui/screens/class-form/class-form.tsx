import { ChevronDownIcon, ChevronUpIcon } from "@radix-ui/react-icons";
import { Button, TextField } from "@radix-ui/themes";
import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { useNavigate } from "react-router-dom";
import { LIMITS, TEXT_LENGTHS } from "../../../core/rules/limits.ts";
import type { ClassFields } from "../../../core/rules/tasks/form-fields.ts";
import { FormFailure, QuietButton, TextInput } from "../../components/controls.tsx";
import { focusFirst, focusInvalid } from "../../hooks/use-form.ts";
import { SAVING, useLeaveWarning } from "../../hooks/use-leave-warning.ts";
import { useMounted } from "../../hooks/use-mounted.ts";
import { useOwnUser } from "../../store.ts";
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
  /** Whether the number can be typed if the course exists. */
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
        <StudentList draft={draft} names={new Map([...(savedNames ?? []), ...draft.names])} />
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

function ClassFieldInputs({ draft, codes, editing }: Pick<ClassFormProps, "draft" | "codes" | "editing">) {
  const list = useId();
  const { fields, issues } = draft;
  return (
    <>
      <TextInput
        label="Course Code"
        error={issues.errorOf("classCode")}
        hint={codeHint(draft)}
        list={list}
        maxLength={TEXT_LENGTHS.courseCode}
        autoComplete="off"
        placeholder="CPE 101"
        value={fields.classCode}
        onChange={(event) => draft.setCode(event.target.value)}
      />
      <datalist id={list}>
        {codes.map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
      <GroupNumber draft={draft} editing={editing} />
      <TextInput
        label="Class Schedule"
        className="whole"
        placeholder="MWF 9:00-10:00"
        maxLength={LIMITS.scheduleLength}
        value={fields.classSchedule}
        error={issues.errorOf("classSchedule")}
        onChange={(event) => draft.setSchedule(event.target.value)}
      />
    </>
  );
}

const STEPS = [
  { direction: -1, label: "Previous free number", Icon: ChevronDownIcon },
  { direction: 1, label: "Next free number", Icon: ChevronUpIcon },
] as const;

function GroupNumber({ draft, editing }: Pick<ClassFormProps, "draft" | "editing">) {
  const { fields, issues, courseExists, exhausted } = draft;
  const stepped = courseExists && !editing;

  function step(event: KeyboardEvent): void {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    draft.stepGroup(event.key === "ArrowUp" ? 1 : -1);
  }

  return (
    <TextInput
      label="Group Number"
      error={issues.errorOf("classGroup")}
      hint={groupHint(draft, { stepped })}
      inputMode="numeric"
      autoComplete="off"
      placeholder="1"
      maxLength={4}
      value={fields.classGroup}
      readOnly={stepped}
      disabled={exhausted}
      onPaste={(event) => event.preventDefault()}
      onKeyDown={step}
      onChange={(event) => draft.setGroup(event.target.value)}
    >
      <TextField.Slot side="right">
        {STEPS.map(({ direction, label, Icon }) => (
          <QuietButton
            key={label}
            // The arrow keys do the same in the field.
            tabIndex={-1}
            label={label}
            disabled={exhausted}
            onClick={() => draft.stepGroup(direction)}
          >
            <Icon />
          </QuietButton>
        ))}
      </TextField.Slot>
    </TextInput>
  );
}

function codeHint({ fields, spelling, respelling }: ClassDraft): string {
  if (spelling === null || spelling === fields.classCode.trim()) return "Choose one of yours, or type a new one.";
  return respelling ? `All groups of ${spelling} get this spelling.` : `The same course as ${spelling}.`;
}

function groupHint({ groups, exhausted }: ClassDraft, { stepped }: { readonly stepped: boolean }): string | undefined {
  if (exhausted) return `The course already has ${groups} groups.`;
  return stepped ? "The course has groups: Up and Down go to the next free number." : undefined;
}
