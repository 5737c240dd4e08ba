import { ChevronDownIcon, ChevronUpIcon } from "@radix-ui/react-icons";
import { IconButton, TextField } from "@radix-ui/themes";
import type { KeyboardEvent } from "react";
import { useId } from "react";
import { LIMITS, TEXT_LENGTHS } from "../../../core/rules/limits.ts";
import { Field, TextInput } from "../../components/fields/field.tsx";
import type { ClassDraft } from "./use-class-draft.ts";

interface ClassFieldsProps {
  readonly draft: ClassDraft;
  readonly codes: readonly string[];
  /** Whether the number can be typed if the course exists. */
  readonly editing: boolean;
}

export function ClassFieldInputs({ draft, codes, editing }: ClassFieldsProps) {
  const list = useId();
  const { fields, issues } = draft;
  return (
    <>
      <Field label="Course Code" error={issues.errorOf("classCode")} hint={codeHint(draft)}>
        {(ids) => (
          <>
            <TextField.Root
              {...ids}
              size="3"
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
          </>
        )}
      </Field>
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

function GroupNumber({ draft, editing }: Omit<ClassFieldsProps, "codes">) {
  const { fields, issues, courseExists, exhausted } = draft;
  const stepped = courseExists && !editing;

  function step(event: KeyboardEvent): void {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    draft.stepGroup(event.key === "ArrowUp" ? 1 : -1);
  }

  return (
    <Field label="Group Number" error={issues.errorOf("classGroup")} hint={groupHint(draft, { stepped })}>
      {(ids) => (
        <TextField.Root
          {...ids}
          size="3"
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
              <IconButton
                key={label}
                type="button"
                variant="ghost"
                color="gray"
                // The arrow keys do the same in the field.
                tabIndex={-1}
                aria-label={label}
                disabled={exhausted}
                onClick={() => draft.stepGroup(direction)}
              >
                <Icon />
              </IconButton>
            ))}
          </TextField.Slot>
        </TextField.Root>
      )}
    </Field>
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
