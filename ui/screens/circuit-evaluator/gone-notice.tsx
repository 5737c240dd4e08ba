import { Button, Text } from "@radix-ui/themes";
import { useEffect, useRef } from "react";
import { useCall } from "../../calls/use-call.ts";
import { CallFailed } from "../../components/call-failed.tsx";
import { Loading } from "../../components/loading.tsx";
import { useGradeDrafts } from "./assessment/use-grade-drafts.ts";
import { useEvaluator } from "./evaluator-store.ts";

/** Shown in place of a submission that no longer counts, so that nobody grades another one by mistake. */
export function GoneNotice({ fileId, choose }: { readonly fileId: string; choose(id: string): void }) {
  const { files } = useEvaluator();
  const drafts = useGradeDrafts();
  const { data, error, reload } = useCall("getSubmissionHistory", { params: { fileId } });
  const isDeleted = error?.status === 404;
  const counting = data?.submissions.find(({ counts }) => counts) ?? null;
  const next = counting ?? files[0] ?? null;

  const isTyped = counting !== null && [fileId, counting.id].some((id) => drafts.of(id) !== null);
  const isKnown = data !== null || isDeleted;
  const text = useRef<HTMLParagraphElement>(null);

  /** What was typed moves with it, if it has not already. */
  function show(id: string): void {
    if (counting) drafts.move(fileId, counting.id);
    choose(id);
  }

  // Not the button: a user who is typing would press it by accident.
  useEffect(() => {
    if (isKnown) text.current?.focus();
  }, [isKnown]);

  if (error && !isDeleted) return <CallFailed message={error.message} onRetry={() => void reload()} />;
  if (!isKnown) return <Loading size="3" words="Looking for the submission" />;
  return (
    <>
      <Text ref={text} size="4" weight="medium" as="p" role="alert" tabIndex={-1}>
        {counting
          ? `Another page of ${counting.student_id}, item ${counting.item_number}, counts now.`
          : "This submission was deleted."}
      </Text>
      {isTyped && (
        <Text color="gray" as="p">
          What you typed is kept. Check whether it is still right.
        </Text>
      )}
      {next && (
        <Button onClick={() => show(next.id)}>
          {counting ? "Show the page that counts" : "Go on to the first submission"}
        </Button>
      )}
    </>
  );
}
