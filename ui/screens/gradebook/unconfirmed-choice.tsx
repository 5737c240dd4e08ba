import { Callout } from "@radix-ui/themes";
import type { Unconfirmed } from "../../../server/contract/results/gradebook.ts";
import type { Release } from "../../../server/contract/results/release.ts";
import { useCall } from "../../calls/use-call.ts";
import { Answers } from "../../components/answers.tsx";
import { CheckField } from "../../components/field.tsx";
import { counted } from "../../format.ts";
import { exportMatters } from "../release/release-words.ts";

interface UnconfirmedChoiceProps {
  readonly taskId: string;
  readonly unconfirmed: Unconfirmed;
  onChange(unconfirmed: Unconfirmed): void;
}

/** Says what the table and the files leave out, and lets them have it; nothing while every grade is confirmed and no page is missing. */
export function UnconfirmedChoice({ taskId, ...choice }: UnconfirmedChoiceProps) {
  const release = useCall("getRelease", { params: { taskId } }, { live: taskId });
  return (
    <Answers to={[release]} waiting={null}>
      {(data) => <LeftOut release={data} {...choice} />}
    </Answers>
  );
}

function LeftOut({
  release,
  unconfirmed,
  onChange,
}: Omit<UnconfirmedChoiceProps, "taskId"> & { readonly release: Release }) {
  const matters = exportMatters(release);
  if (matters.length === 0) return null;
  const isAsked = release.unconfirmed > 0 || (release.missing > 0 && release.unplaced > 0);
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
          Include what is not confirmed ({counted(release.unconfirmed, "answer")}) in the table and the files
        </CheckField>
      )}
    </Callout.Root>
  );
}
