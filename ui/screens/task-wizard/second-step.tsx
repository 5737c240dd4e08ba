import { Button, Checkbox, Text } from "@radix-ui/themes";
import { useId } from "react";
import { TextInput } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { taskTypeLabel } from "../../format.ts";
import type { Issues } from "../../hooks/use-issues.ts";
import { pageData } from "../../page-data.ts";
import type { TaskDraft } from "./draft.ts";

export interface SecondStepProps {
  readonly draft: TaskDraft;
  readonly classGroup: string;
  readonly issues: Issues;
  readonly failure: string | null;
  readonly saving: boolean;
  /** 'Create Task', and its text while it is working. */
  readonly action: string;
  readonly busy: string;
  onChange(draft: TaskDraft, field: string): void;
  onBack(): void;
  onSave(): void;
}

export function SecondStep(props: SecondStepProps) {
  const { draft, classGroup, issues, failure, saving } = props;
  const hintId = useId();
  return (
    <form
      className="spaced"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        props.onSave();
      }}
    >
      <section className="panel panel-body fields" aria-label="Due date" inert={saving}>
        <TextInput label="Type of Task" readOnly value={taskTypeLabel(draft.examType)} />
        <TextInput label="Class Group" readOnly value={classGroup} />
        <TextInput
          label="Due Date"
          type="datetime-local"
          value={draft.dueDate}
          error={issues.errorOf("dueDate")}
          hint={`By the clock of ${pageData().site.timezone}. Students can hand in until then.`}
          onChange={(event) => props.onChange({ ...draft, dueDate: event.target.value }, "dueDate")}
        />
        <div>
          <Text as="label" size="2" className="check-field">
            <Checkbox
              checked={draft.allowReplacements}
              aria-describedby={hintId}
              onCheckedChange={(checked) =>
                props.onChange({ ...draft, allowReplacements: checked === true }, "allowReplacements")
              }
            />
            Students can replace a page that they handed in
          </Text>
          <p id={hintId} className="field-hint">
            {draft.allowReplacements
              ? "A new page counts at once. If the earlier page is graded or is your own scan, the new one waits in the queue until you choose."
              : "The first page of each item is final: another one is refused. You can still upload a page yourself."}
          </p>
        </div>
      </section>
      <FormFailure>{failure}</FormFailure>
      <div className="row end">
        <Button type="button" size="3" variant="soft" color="gray" disabled={saving} onClick={props.onBack}>
          Back
        </Button>
        <Button type="submit" size="3" aria-disabled={saving} data-disabled={saving || undefined}>
          {saving ? props.busy : props.action}
        </Button>
      </div>
    </form>
  );
}
