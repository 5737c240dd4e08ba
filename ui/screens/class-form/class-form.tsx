import { ChevronDownIcon, ChevronUpIcon } from "@radix-ui/react-icons";
import { TextField } from "@radix-ui/themes";
import { type KeyboardEvent, useId } from "react";
import { useNavigate } from "react-router-dom";
import { LIMITS, TEXT_LENGTHS } from "../../../core/rules/limits.ts";
import { groupDigits, nearestFreeGroup, nextFreeGroup } from "../../../core/rules/students/group-number.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { ApiError } from "../../api.ts";
import { QuietButton, TextInput } from "../../components/controls.tsx";
import { PageForm, usePageForm } from "../../components/page-form.tsx";
import type { Form } from "../../hooks/use-form.ts";
import { useOwnUser } from "../../store.ts";
import { coursesOf } from "../classes/group-classes.ts";
import {
  type ClassBody,
  type ClassDraft,
  checkClassDraft,
  classBodyOf,
  classDraftOf,
  courseWith,
  type KnownClasses,
  withCode,
} from "./class-draft.ts";
import { StudentList } from "./student-list.tsx";
import "./class-form.css";

interface ClassFormProps extends KnownClasses {
  /** The names that the class has, by student ID. */
  readonly savedNames?: ReadonlyMap<string, string>;
  /** Sends the form; an error that it throws is shown. */
  save(body: ClassBody): Promise<void>;
}

export function ClassForm({ savedNames, save, ...known }: ClassFormProps) {
  const navigate = useNavigate();
  const overview = `/classes/${useOwnUser().id}`;
  const form = usePageForm(classDraftOf(known.own), {
    check: (draft) => checkClassDraft(draft, known),
    async send(draft, leave) {
      try {
        await save(classBodyOf(draft));
        leave(overview);
      } catch (error) {
        if (error instanceof ApiError && error.issues.length > 0) return error.issues;
        throw error;
      }
    },
    fallback: TEXTS.task.unexpected,
  });
  const isNew = known.own === null;
  const action = !isNew ? "Save Changes" : courseIn(form, known).taken.length > 0 ? "Add Group" : "Create Class";
  return (
    <div className="panel panel-body">
      <PageForm
        form={form}
        action={form.busy ? (isNew ? "Creating..." : "Saving...") : action}
        onBack={() => void navigate(overview)}
      >
        <div className="fields class-fields">
          <CodeInput form={form} known={known} />
          <GroupInput form={form} known={known} />
          <TextInput
            label="Class Schedule"
            className="whole"
            placeholder="MWF 9:00-10:00"
            maxLength={LIMITS.scheduleLength}
            {...form.input("classSchedule")}
          />
        </div>
        <StudentList form={form} names={new Map([...(savedNames ?? []), ...form.fields.names])} />
      </PageForm>
    </div>
  );
}

interface InputProps {
  readonly form: Form<ClassDraft>;
  readonly known: KnownClasses;
}

function courseIn(form: Form<ClassDraft>, known: KnownClasses) {
  return courseWith(form.fields.classCode, known);
}

function CodeInput({ form, known }: InputProps) {
  const list = useId();
  const { isOwn, spelling } = courseIn(form, known);
  const isKnown = spelling === null || spelling === form.fields.classCode.trim();
  const respelled = isOwn ? `All groups of ${spelling} get this spelling.` : `The same course as ${spelling}.`;
  return (
    <>
      <TextInput
        label="Course Code"
        autoFocus={known.own === null}
        hint={isKnown ? "Choose one of yours, or type a new one." : respelled}
        list={list}
        maxLength={TEXT_LENGTHS.courseCode}
        autoComplete="off"
        placeholder="CPE 101"
        {...form.input("classCode")}
        onChange={(event) => form.change(withCode(form.fields, event.target.value, known))}
      />
      <datalist id={list}>
        {coursesOf(known.others).map(({ code }) => (
          <option key={code} value={code} />
        ))}
      </datalist>
    </>
  );
}

const STEPS = [
  { direction: -1, label: "Previous free number", Icon: ChevronDownIcon },
  { direction: 1, label: "Next free number", Icon: ChevronUpIcon },
] as const;

/** Typing a taken number moves on to a free one; in a course that exists, a new group's number can only be stepped. */
function GroupInput({ form, known }: InputProps) {
  const { taken, count, exhausted } = courseIn(form, known);
  const isNew = known.own === null;
  const stepped = isNew && taken.length > 0;
  const number = Number(form.fields.classGroup);

  function choose(group: number | string | null): void {
    if (group !== null) form.change({ classGroup: String(group), chosenGroup: String(group) });
  }

  function type(text: string): void {
    const digits = groupDigits(text);
    choose(isNew || digits === "" ? digits : nearestFreeGroup(Number(digits), { previous: number, taken }));
  }

  function step(direction: 1 | -1): void {
    choose(nextFreeGroup(number, { taken, direction }));
  }

  function stepByKey(event: KeyboardEvent): void {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    step(event.key === "ArrowUp" ? 1 : -1);
  }

  const free = stepped ? "The course has groups: Up and Down go to the next free number." : undefined;
  return (
    <TextInput
      label="Group Number"
      hint={exhausted ? `The course already has ${count} groups.` : free}
      inputMode="numeric"
      autoComplete="off"
      placeholder="1"
      maxLength={4}
      readOnly={stepped}
      disabled={exhausted}
      onPaste={(event) => event.preventDefault()}
      onKeyDown={stepByKey}
      {...form.input("classGroup")}
      onChange={(event) => type(event.target.value)}
    >
      <TextField.Slot side="right">
        {STEPS.map(({ direction, label, Icon }) => (
          <QuietButton
            key={label}
            // The arrow keys do the same in the field.
            tabIndex={-1}
            label={label}
            disabled={exhausted}
            onClick={() => step(direction)}
          >
            <Icon />
          </QuietButton>
        ))}
      </TextField.Slot>
    </TextInput>
  );
}
