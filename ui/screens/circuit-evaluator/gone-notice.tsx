import { Button, Text } from "@radix-ui/themes";
import type { File as Submission } from "../../../server/contract/file.ts";
import type { GradeDrafts } from "./grade-draft.ts";

export interface GoneNoticeProps {
  /** What was shown until it was replaced or deleted. */
  readonly gone: Submission;
  /** Those that count. */
  readonly files: readonly Submission[];
  readonly drafts: GradeDrafts;
  choose(id: string): void;
}

/** Stands where a submission was that does not count any more, so that nobody grades another one in its place. */
export function GoneNotice({ gone, files, drafts, choose }: GoneNoticeProps) {
  const { student_id, item_number } = gone;
  const newer = files.find((file) => file.student_id === student_id && file.item_number === item_number) ?? null;
  const next = newer ?? files.find(({ place }) => place >= gone.place) ?? files.at(-1) ?? null;

  function goOn(): void {
    if (newer === null) drafts.put(gone, null);
    if (next) choose(next.id);
  }

  return (
    <>
      <Text size="4" weight="medium" as="p" role="alert">
        {newer ? `${student_id} has a newer page of item ${item_number}.` : `${gone.filename} was deleted.`}
      </Text>
      {newer && drafts.of(gone) && (
        <Text color="gray" as="p">
          What you typed is kept. Look whether it still holds.
        </Text>
      )}
      {next && (
        <Button autoFocus onClick={goOn}>
          {newer ? "Show the newer page" : "Go on to the next submission"}
        </Button>
      )}
    </>
  );
}
