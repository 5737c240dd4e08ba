import { Button, Text } from "@radix-ui/themes";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { useLeaveWarning } from "../../hooks/use-leave-warning.ts";
import { AssessmentPanel } from "./assessment/assessment-panel.tsx";
import { useDraftMoves } from "./assessment/use-draft-moves.ts";
import { useGradeDrafts } from "./assessment/use-grade-drafts.ts";
import { useNudgeSettling } from "./corrections/use-nudge.ts";
import { EvaluatorHeader } from "./evaluator-header.tsx";
import { useEvaluator, useView } from "./evaluator-store.ts";
import { GoneNotice } from "./gone-notice.tsx";
import { HelpSheet } from "./help-sheet.tsx";
import { PageStage } from "./stage/page-stage.tsx";
import { usePrefetch } from "./stage/use-picture.ts";
import { neighbour, nextUngraded } from "./submissions/submissions.ts";
import { Toolbar } from "./tools/toolbar.tsx";
import { useCommands } from "./tools/use-commands.ts";
import { useSubmissionCommands } from "./tools/use-submission-commands.ts";
import { showFilter } from "./tools/use-tools.ts";
import { usePageNews } from "./use-page-news.ts";
import { useReadingAgain } from "./use-reading.ts";

export interface WorkbenchProps {
  /** The ID of the requested submission that does not count. */
  readonly missing: string | null;
  choose(id: string): void;
}

const TYPED = {
  title: "Discard what you typed?",
  text: "Grades or comments that you typed here are not stored yet.",
  action: "Discard",
};

export function Workbench({ missing, choose }: WorkbenchProps) {
  const { store, files, current, goTo } = useEvaluator();
  const [view, dispatch] = useView();
  useLeaveWarning(useGradeDrafts().ids.length > 0, TYPED);
  useDraftMoves();
  const id = current?.id ?? null;
  const next = neighbour(files, { id, by: 1 });
  usePrefetch(next?.page_url ?? null);

  // A selection on one page means nothing on the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what the effect is about
  useEffect(() => {
    dispatch({ type: "page" });
    // On a phone the page is above the grade form of the previous one.
    window.scrollTo(0, 0);
  }, [id]);

  // Frees the filter image's memory.
  useEffect(() => () => showFilter(store, null), [store]);

  const { letters, setLetters } = useCommands((command) => {
    if (command === "next") goTo(next);
    else if (command === "previous") goTo(neighbour(files, { id, by: -1 }));
    else if (command === "next-ungraded") goTo(nextUngraded(files, id));
    else if (command === "find") dispatch({ type: "set", part: { open: "picker" } });
    else if (command === "help") dispatch({ type: "set", part: { open: "help" } });
    else return false;
    return true;
  });

  return (
    <div className="ce-screen">
      <EvaluatorHeader />
      {current ? <SubmissionView /> : <NoSubmission missing={missing} choose={choose} />}
      {view.open === "help" && (
        <HelpSheet
          letters={letters}
          onClose={() => dispatch({ type: "set", part: { open: null } })}
          onLetters={setLetters}
        />
      )}
    </div>
  );
}

function NoSubmission({ missing, choose }: WorkbenchProps) {
  const { task } = useEvaluator();
  return (
    <div className="whole-page centred">
      {missing ? (
        <GoneNotice key={missing} fileId={missing} choose={choose} />
      ) : (
        <>
          <Text size="4" weight="medium" as="p">
            No submissions
          </Text>
          <Text color="gray" as="p">
            Pages appear here as soon as students hand them in.
          </Text>
        </>
      )}
      <Button asChild variant="soft">
        <Link to={`/task/${task.id}`}>Back to the task</Link>
      </Button>
    </div>
  );
}

function SubmissionView() {
  usePageNews();
  useNudgeSettling();
  // After the settling: a box that is being moved when the page is left is read at its new place.
  useReadingAgain();
  useSubmissionCommands();
  return (
    <div className="ce-main">
      <Toolbar />
      <PageStage />
      <AssessmentPanel />
    </div>
  );
}
