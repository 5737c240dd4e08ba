import { Callout } from "@radix-ui/themes";
import type { Unconfirmed } from "../../../server/contract/results/gradebook.ts";
import { useCall } from "../../calls/use-call.ts";
import { CallFailed } from "../../components/call-failed.tsx";
import { CheckField } from "../../components/field.tsx";
import { counted } from "../../format.ts";
import { exportMatters } from "../release/release-words.ts";

interface UnconfirmedChoiceProps {
  readonly taskId: string;
  readonly unconfirmed: Unconfirmed;
  onChange(unconfirmed: Unconfirmed): void;
}

/** Says what the table and the files leave out, and lets them have it; nothing while every grade is confirmed and no page is missing. */
export function UnconfirmedChoice({ taskId, unconfirmed, onChange }: UnconfirmedChoiceProps) {
  const { data, error, reload } = useCall("getRelease", { params: { taskId } }, { live: taskId });
  if (data === null) {
    return error === null ? null : <CallFailed message={error.message} onRetry={() => void reload()} />;
  }
  const matters = exportMatters(data);
  if (matters.length === 0) return null;
  const isAsked = data.unconfirmed > 0 || (data.missing > 0 && data.unplaced > 0);
  return (
    <Callout.Root color="amber" size="1" mt="3" role="status">
      <ul className="bullets">
        {matters.map((matter) => (
          <li key={matter}>{matter}</li>
        ))}
      </ul>
      {isAsked && (
        <CheckField
          checked={unconfirmed === "include"}
          onChange={(checked) => onChange(checked ? "include" : "leave-out")}
        >
          Include what is not confirmed ({counted(data.unconfirmed, "answer")}) in the table and the files
        </CheckField>
      )}
    </Callout.Root>
  );
}
