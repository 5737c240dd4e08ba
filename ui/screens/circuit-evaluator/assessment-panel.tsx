import { Box, Callout, Heading, Tabs } from "@radix-ui/themes";
import type { CircuitAnalysis } from "../../../server/contract/detection.ts";
import type { GradeRows, File as Submission } from "../../../server/contract/file.ts";
import type { AnswerKeyItem } from "../../../server/contract/task.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { keyHint } from "../../evaluator/commands.ts";
import { CompareTables } from "./compare-tables.tsx";
import { GradeForm, type GradeFormProps } from "./grade-form.tsx";
import { HandInNotice } from "./hand-in-notice.tsx";
import { KeysAndResults } from "./keys-and-results.tsx";
import { NetlistPreview, type NetlistPreviewProps } from "./netlist-preview.tsx";
import { ProblemList } from "./problem-list.tsx";
import { shownProblems } from "./scene-of.ts";
import "./assessment-panel.css";

export type PanelTab = "compare" | "netlist" | "grade";

export interface AssessmentPanelProps
  extends Pick<GradeFormProps, "draft" | "saving" | "hasNext" | "onDraft" | "onGrade"> {
  readonly tab: PanelTab;
  readonly submission: Submission;
  readonly analysis: CircuitAnalysis | null;
  readonly grade: GradeRows | null;
  /** Why the grade rows could not be fetched. */
  readonly gradeError: string | null;
  readonly keys: AnswerKeyItem | null;
  readonly stale: boolean;
  readonly problem: number | null;
  readonly loadNetlist: NetlistPreviewProps["load"];
  /** The first differing row's values are shown on the drawing. */
  readonly signals: boolean;
  readonly canShowSignals: boolean;
  onSignals(on: boolean): void;
  onTab(tab: PanelTab): void;
  onProblem(index: number | null): void;
  onRetryGrade(): void;
}

/** The right panel 'Assessment Tools'. */
export function AssessmentPanel(props: AssessmentPanelProps) {
  const { tab, submission, analysis, grade, keys, stale, problem } = props;
  const hasTables = analysis !== null && analysis.predictions.length > 0 && analysis.boolean_expressions.length > 0;
  const problems = analysis ? shownProblems(analysis) : [];
  return (
    <section className="ce-panel" aria-labelledby="ce-panel-title">
      <Heading as="h2" size="4" id="ce-panel-title" mb="3">
        Assessment Tools
      </Heading>
      {stale && (
        <Callout.Root color="amber" size="1" mb="3" role="status">
          <Callout.Text>{TEXTS.detection.changed}</Callout.Text>
        </Callout.Root>
      )}
      <HandInNotice submission={submission} />
      <Tabs.Root value={tab} onValueChange={(next) => props.onTab(next as PanelTab)}>
        <Tabs.List>
          <Tabs.Trigger value="compare" title={`Compare Tables (${keyHint("compare")})`}>
            Compare Tables
          </Tabs.Trigger>
          <Tabs.Trigger value="netlist" title={`Preview Netlist (${keyHint("netlist")})`} disabled={!hasTables}>
            Preview Netlist
          </Tabs.Trigger>
          <Tabs.Trigger value="grade" title={`Grade Submission (${keyHint("grade")})`}>
            Grade Submission
          </Tabs.Trigger>
        </Tabs.List>
        <Box pt="4" className="ce-tab">
          <Tabs.Content value="compare">
            <CompareTables
              grade={grade}
              stale={stale}
              signals={props.signals}
              canShowSignals={props.canShowSignals}
              onSignals={props.onSignals}
            />
          </Tabs.Content>
          <Tabs.Content value="netlist">
            {hasTables && (
              <NetlistPreview
                key={submission.id}
                fileId={submission.id}
                netlist={analysis.netlist}
                load={props.loadNetlist}
              />
            )}
          </Tabs.Content>
          <Tabs.Content value="grade">
            <GradeForm
              key={submission.id}
              submission={submission}
              grade={grade}
              error={props.gradeError}
              draft={props.draft}
              saving={props.saving}
              hasNext={props.hasNext}
              onDraft={props.onDraft}
              onGrade={props.onGrade}
              onRetry={props.onRetryGrade}
            />
          </Tabs.Content>
        </Box>
      </Tabs.Root>
      <ProblemList problems={problems} chosen={problem} onChoose={props.onProblem} />
      <KeysAndResults keys={keys} analysis={analysis} />
    </section>
  );
}
