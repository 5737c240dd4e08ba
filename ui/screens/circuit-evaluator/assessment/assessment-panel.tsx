import { DownloadIcon } from "@radix-ui/react-icons";
import { Box, Button, Flex, Skeleton, Spinner, Tabs } from "@radix-ui/themes";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { assignmentText } from "../../../../core/boolean/difference-text.ts";
import { userExpression } from "../../../../core/boolean/forms.ts";
import type { Netlist } from "../../../../core/netlist/netlist.ts";
import { COMPARISON_TEXTS, outputLabel } from "../../../../core/rules/grading.ts";
import { itemLabel } from "../../../../core/rules/tasks/item-list.ts";
import { namedKeys } from "../../../../core/rules/tasks/item-names.ts";
import { keyText } from "../../../../core/rules/tasks/key-text.ts";
import { rubricWords } from "../../../../core/rules/tasks/rubric.ts";
import { taskPath } from "../../../../server/contract/pages.ts";
import type { GradeRows } from "../../../../server/contract/results/file.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { call, messageOf } from "../../../api.ts";
import { BusyButton, CopyButton, Notice, Segments } from "../../../components/controls.tsx";
import { ExpressionFacts } from "../../../components/grading/expression-facts.tsx";
import { ReadingQuestion } from "../../../components/grading/reading-question.tsx";
import { compareTables } from "../../../components/grading/tables/comparison.ts";
import { TruthTables } from "../../../components/grading/tables/truth-tables.tsx";
import { Bullets, CallFailed, Scrolling } from "../../../components/page-parts.tsx";
import { keyHint } from "../../../evaluator/commands.ts";
import type { PanelTab } from "../../../evaluator/view-state.ts";
import { counted } from "../../../format.ts";
import { saveFile } from "../../../save-file.ts";
import { useEvaluator, useSubmission, useView } from "../evaluator-store.ts";
import { useReading, useReadingChoice } from "../tools/use-tools.ts";
import { usePage } from "../use-page.ts";
import { GradeForm } from "./grade-form.tsx";
import { ProblemList, WireCorrectionList } from "./problem-list.tsx";
import "./assessment-panel.css";

export function AssessmentPanel() {
  const submission = useSubmission();
  const [{ tab }, dispatch] = useView();
  const { analysis } = usePage();
  const reading = useReading();
  const hasTables = analysis !== null && analysis.predictions.length > 0 && analysis.boolean_expressions.length > 0;
  return (
    <section id="ce-panel" className="ce-panel" aria-labelledby="ce-panel-title">
      <Flex justify="between" align="center" gap="3" mb="3">
        <h2 id="ce-panel-title">Assessment Tools</h2>
        <span role="status" className="muted line tight">
          {reading.busy && (
            <>
              <Spinner /> Reading the page with your changes
            </>
          )}
        </span>
      </Flex>
      {reading.failed && (
        <Notice color="amber" mb="3" role="status">
          {TEXTS.detection.changed}
        </Notice>
      )}
      <HandInNotice />
      <PageQuestion />
      {/* Why there is nothing to compare comes before the words that say so. */}
      {!hasTables && <ProblemList />}
      <Tabs.Root value={tab} onValueChange={(next) => dispatch({ type: "set", part: { tab: next as PanelTab } })}>
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
            {hasTables && <NetlistPreview key={submission.id} netlist={analysis.netlist ?? null} />}
          </Tabs.Content>
          <Tabs.Content value="grade">
            <GradeForm key={submission.id} />
          </Tabs.Content>
        </Box>
      </Tabs.Root>
      {hasTables && <ProblemList />}
      <WireCorrectionList />
      <KeysAndResults />
    </section>
  );
}

/** Says that a person must choose between this page and another one; both are in the queue. */
function HandInNotice() {
  const { task_id: taskId, question, waiting } = useSubmission();
  if (waiting === 0 && question === null) return null;
  return (
    <Notice color="amber" mb="3" role="status">
      {waiting > 0
        ? "Handed in again: a newer page waits, and this one counts until you choose."
        : "Sent from elsewhere: this page came without the receipt of the earlier page."}{" "}
      <Link to={taskPath(taskId, "review")}>Choose in Review</Link>
    </Notice>
  );
}

function PageQuestion() {
  const [, dispatch] = useView();
  const { grade } = usePage();
  const { question, chosen, busy, choose, takeBack } = useReadingChoice();
  if (chosen !== null) {
    return (
      <Notice mb="3" role="status">
        Reading chosen by {chosen.by}: {chosen.text}{" "}
        <BusyButton size="1" variant="soft" busy={busy} onClick={takeBack}>
          Take it back
        </BusyButton>
      </Notice>
    );
  }
  if (question === null || grade === null) return null;
  return (
    <ReadingQuestion
      question={question}
      maximum={grade.maximum_grade}
      busy={busy}
      onPoint={(index) => dispatch({ type: "set", part: { reading: index } })}
      onChoose={(reading) => void choose(reading)}
    />
  );
}

function KeysAndResults() {
  const { task } = useEvaluator();
  const { item_number: item } = useSubmission();
  const { analysis } = usePage();
  const keys = task.answer_keys.find((each) => each.item === itemLabel(item)) ?? null;
  const results = (analysis?.boolean_expressions ?? []).flatMap((map) => Object.entries(map));
  return (
    <section className="box spaced tight ce-box" aria-labelledby="ce-keys-title">
      <h3 id="ce-keys-title">Answer Keys &amp; Boolean Results</h3>
      <h4 className="note">Answer keys{keys ? `, ${keys.item}` : ""}</h4>
      {keys ? (
        <ExpressionFacts
          facts={namedKeys(keys.keys, keys.names).map(({ grade, inputs, output, ...key }, index) => ({
            output: output ?? outputLabel(index + 1),
            expression: userExpression(keyText(key), inputs),
            words: counted(Number(grade), "point"),
          }))}
        />
      ) : (
        <p className="muted">The task has no answer key for this item.</p>
      )}
      {keys !== null && keys.rubric !== null && (
        <Bullets lines={rubricWords(keys.rubric)} className="muted" aria-label="Partial credit" />
      )}
      <h4 className="note">Boolean results</h4>
      {results.length > 0 ? (
        <ExpressionFacts facts={results.map(([output, expression]) => ({ output, expression }))} />
      ) : (
        <p className="muted">{COMPARISON_TEXTS["no-expressions"]}</p>
      )}
    </section>
  );
}

function CompareTables() {
  const { grade, stale } = usePage();
  if (!grade) return <Skeleton height="220px" />;
  const comparison = compareTables(grade);
  const { message, firstRow, equal } = comparison;
  const missing = grade.rows.filter(({ drawn }) => drawn === null).map(({ output }) => output);
  return (
    <Flex direction="column" gap="3">
      {message && <Notice color="amber">{message}</Notice>}
      {equal && !stale && <Notice color="green">The tables are equal.</Notice>}
      {message === null && missing.length > 0 && (
        <Notice color="amber">Missing in Submitted Table: {missing.join(", ")}</Notice>
      )}
      {firstRow !== null && <p>{firstDifferenceText(grade)}</p>}
      <TruthTables comparison={comparison} />
    </Flex>
  );
}

/** "First difference at A=0 B=1: OUT 2 should be 0, C is 1". */
function firstDifferenceText({ rows }: GradeRows): string {
  const differing = rows.flatMap(({ output, drawn, first_difference: difference }) =>
    difference ? [{ output, drawn, difference }] : [],
  );
  const first = differing.sort((a, b) => a.difference.row - b.difference.row)[0];
  if (!first) return "";
  const { output, drawn, difference } = first;
  const values = assignmentText(difference.assignment);
  return `First difference at ${values}: ${output} should be ${difference.expected}, ${drawn?.name ?? "the page"} is ${difference.got}.`;
}

const FORMATS = [
  { value: "asc", label: "LTspice", call: "generateNetlist", opens: "Opens in LTspice." },
  { value: "v", label: "Verilog", call: "generateVerilog", opens: "One module, for simulators and synthesis." },
] as const;

function NetlistPreview({ netlist }: { readonly netlist: Netlist | null }) {
  const { id: fileId } = useSubmission();
  const [format, setFormat] = useState<(typeof FORMATS)[number]["value"]>("asc");
  const { opens, call: endpoint } = FORMATS.find(({ value }) => value === format)!;
  // Every response has a new object; most are of the same circuit, which has the same text.
  const {
    data: text,
    error,
    refetch,
  } = useQuery({
    queryKey: [endpoint, fileId, JSON.stringify(netlist)],
    queryFn: async ({ signal }) => (await call(endpoint, { params: { fileId } }, { signal })).text(),
  });
  const name = `circuit_${fileId}.${format}`;

  return (
    <Flex direction="column" gap="3">
      <Flex justify="between" gap="3" wrap="wrap">
        <Segments size="1" label="Format" value={format} options={FORMATS} onChange={setFormat} />
        <Flex gap="2">
          {text !== undefined && <CopyButton small text={text} label="Copy" done="The netlist was copied." />}
          <Button
            size="1"
            variant="soft"
            disabled={text === undefined}
            onClick={() => saveFile(new Blob([text ?? ""], { type: "text/plain" }), name)}
          >
            <DownloadIcon /> Download
          </Button>
        </Flex>
      </Flex>
      <p className="note">
        {name} · {opens}
      </p>
      {text === undefined && error === null && <Skeleton height="260px" />}
      {error && <CallFailed message={messageOf(error)} onRetry={() => void refetch()} />}
      {text !== undefined && (
        <Scrolling className="box scroll mono ce-netlist" aria-label={`Netlist ${name}`}>
          <pre>{text}</pre>
        </Scrolling>
      )}
    </Flex>
  );
}
