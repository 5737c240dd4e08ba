import { AssessmentPanel } from "./assessment-panel.tsx";
import { PageStage } from "./page-stage.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useNudgeSettling } from "./use-nudge.ts";
import { usePageNews } from "./use-page-news.ts";
import { useSubmissionCommands } from "./use-submission-commands.ts";

/** One submission: its tools, its page, and its assessment. */
export function SubmissionView() {
  usePageNews();
  useNudgeSettling();
  useSubmissionCommands();
  return (
    <div className="ce-main">
      <Toolbar />
      <PageStage />
      <AssessmentPanel />
    </div>
  );
}
