import { Flex, Skeleton, Switch, Text } from "@radix-ui/themes";
import { assignmentText } from "../../../../core/boolean/difference-text.ts";
import type { GradeRows } from "../../../../server/contract/results/file.ts";
import { compareTables } from "../../../components/grading/tables/comparison.ts";
import { TruthTables } from "../../../components/grading/tables/truth-tables.tsx";
import { Notice } from "../../../components/notice.tsx";
import { useView } from "../evaluator-store.ts";
import { useSignals } from "../stage/use-scene.ts";
import { usePage } from "../use-page.ts";

export function CompareTables() {
  const { grade, stale } = usePage();
  const [{ signals }, dispatch] = useView();
  const canShowSignals = useSignals() !== null;
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
      {firstRow !== null && (
        <Flex justify="between" align="center" gap="3" wrap="wrap">
          <Text size="2" as="p">
            {firstDifferenceText(grade)}
          </Text>
          {canShowSignals && (
            <Text as="label" size="2">
              <Flex gap="2" align="center">
                <Switch size="1" checked={signals} onCheckedChange={(on) => dispatch({ type: "signals", on })} />
                Show this row on the drawing
              </Flex>
            </Text>
          )}
        </Flex>
      )}
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
