import { Button, Text } from "@radix-ui/themes";
import { useEffect, useEffectEvent } from "react";
import type { File as Submission } from "../../../server/contract/file.ts";
import { CallFailed } from "../../components/call-failed.tsx";
import { Loading } from "../../components/loading.tsx";
import { useCall } from "../../use-call.ts";
import type { GradeDrafts } from "./grade-draft.ts";

export interface GoneNoticeProps {
  /** Of what does not count any more. */
  readonly fileId: string;
  /** Those that count. */
  readonly files: readonly Submission[];
  readonly drafts: GradeDrafts;
  choose(id: string): void;
}

/** Stands where a submission was that does not count any more, so that nobody grades another one in its place. */
export function GoneNotice({ fileId, files, drafts, choose }: GoneNoticeProps) {
  const { data, error, reload } = useCall("getSubmissionHistory", { params: { fileId } });
  const isDeleted = error?.status === 404;
  const counting = data?.submissions.find(({ counts }) => counts) ?? null;
  const next = counting ?? files[0] ?? null;

  // A grade of what is deleted cannot be stored any more.
  const dropDraft = useEffectEvent(() => drafts.move(fileId, null));
  useEffect(() => {
    if (isDeleted) dropDraft();
  }, [isDeleted]);

  function goOn(): void {
    if (counting) drafts.move(fileId, counting.id);
    if (next) choose(next.id);
  }

  if (error && !isDeleted) return <CallFailed message={error.message} onRetry={() => void reload()} />;
  if (!data && !isDeleted) return <Loading size="3" words="Looking for the submission" />;
  return (
    <>
      <Text size="4" weight="medium" as="p" role="alert">
        {counting
          ? `Another page of ${counting.student_id}, item ${counting.item_number}, counts now.`
          : "This submission was deleted."}
      </Text>
      {counting && drafts.of(fileId) && (
        <Text color="gray" as="p">
          What you typed is kept. Look whether it still holds.
        </Text>
      )}
      {next && (
        <Button autoFocus onClick={goOn}>
          {counting ? "Show the page that counts" : "Go on to the first submission"}
        </Button>
      )}
    </>
  );
}
