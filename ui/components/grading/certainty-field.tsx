import { TextField } from "@radix-ui/themes";
import { type FormEvent, useState } from "react";
import { CERTAINTY } from "../../../core/rules/certainty.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { call, messageOf } from "../../api.ts";
import { renewTask } from "../../calls/queries.ts";
import { TextInput } from "../field.tsx";

/** A task's setting of how sure the machine must be to grade without a person; it is stored on Enter or on leaving. */
export function CertaintyField({ task: { id: taskId, certainty } }: { readonly task: Task }) {
  const [typed, setTyped] = useState(String(certainty.percent));
  const [failure, setFailure] = useState<string | null>(null);

  async function save(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    if (!isCertainty(typed) || Number(typed) === certainty.percent) return;
    setFailure(null);
    try {
      await call("setGradingView", { params: { taskId }, body: { certainty: Number(typed) } });
      await renewTask(taskId);
    } catch (error) {
      setFailure(messageOf(error));
    }
  }

  const wrong = isCertainty(typed) ? undefined : `Enter a percentage from ${CERTAINTY.min} to ${CERTAINTY.max}.`;
  return (
    <form className="spaced tight certainty-field" onSubmit={(event) => void save(event)}>
      <TextInput
        size="2"
        label="How sure must the machine be to grade without you?"
        error={wrong ?? failure ?? undefined}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => void save()}
      >
        <TextField.Slot side="right">%</TextField.Slot>
      </TextInput>
      <p className="note">
        {certainty.full} for full marks, {certainty.fewer} for fewer points
      </p>
    </form>
  );
}

function isCertainty(text: string): boolean {
  return /^\d{1,2}(\.\d)?$/.test(text) && Number(text) >= CERTAINTY.min && Number(text) <= CERTAINTY.max;
}
