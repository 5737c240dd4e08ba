import { AssessmentPanel } from "./assessment/assessment-panel.tsx";
import { useNudgeSettling } from "./corrections/use-nudge.ts";
import { PageStage } from "./stage/page-stage.tsx";
import { Toolbar } from "./tools/toolbar.tsx";
import { useSubmissionCommands } from "./tools/use-submission-commands.ts";
import { usePageNews } from "./use-page-news.ts";
import { useReadingAgain } from "./use-reading.ts";

export function SubmissionView() {
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
