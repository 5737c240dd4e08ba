import { Box, Flex, Heading, Spinner, Tabs, Text } from "@radix-ui/themes";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { Notice } from "../../../components/notice.tsx";
import { keyHint } from "../../../evaluator/commands.ts";
import { WireCorrectionList } from "../corrections/wire-correction-list.tsx";
import { useSubmission, useView } from "../evaluator-store.ts";
import type { PanelTab } from "../stage/view-state.ts";
import { usePage } from "../use-page.ts";
import { useReading } from "../use-reading.ts";
import { CompareTables } from "./compare-tables.tsx";
import { GradeForm } from "./grade-form.tsx";
import { HandInNotice } from "./hand-in-notice.tsx";
import { KeysAndResults } from "./keys-and-results.tsx";
import { NetlistPreview } from "./netlist-preview.tsx";
import { PageQuestion } from "./page-question.tsx";
import { ProblemList } from "./problem-list.tsx";
import "./assessment-panel.css";

export function AssessmentPanel() {
  const submission = useSubmission();
  const [{ tab }, dispatch] = useView();
  const { analysis } = usePage();
  const reading = useReading();
  const hasTables = analysis !== null && analysis.predictions.length > 0 && analysis.boolean_expressions.length > 0;
  return (
    <section className="ce-panel" aria-labelledby="ce-panel-title">
      <Flex justify="between" align="center" gap="3" mb="3">
        <Heading as="h2" size="4" id="ce-panel-title">
          Assessment Tools
        </Heading>
        <Text size="2" color="gray" role="status" className="ce-reading">
          {reading.busy && (
            <>
              <Spinner /> Reading the page with your changes
            </>
          )}
        </Text>
      </Flex>
      {reading.failed && (
        <Notice color="amber" mb="3" role="status">
          {TEXTS.detection.changed}
        </Notice>
      )}
      <HandInNotice submission={submission} />
      <PageQuestion />
      <Tabs.Root value={tab} onValueChange={(next) => dispatch({ type: "tab", tab: next as PanelTab })}>
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
        <Box pt="4" minHeight="160px">
          <Tabs.Content value="compare">
            <CompareTables />
          </Tabs.Content>
          <Tabs.Content value="netlist">
            {hasTables && <NetlistPreview key={submission.id} fileId={submission.id} netlist={analysis.netlist} />}
          </Tabs.Content>
          <Tabs.Content value="grade">
            <GradeForm key={submission.id} />
          </Tabs.Content>
        </Box>
      </Tabs.Root>
      <ProblemList />
      <WireCorrectionList />
      <KeysAndResults />
    </section>
  );
}
