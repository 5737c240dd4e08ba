import { Badge } from "@radix-ui/themes";
import { sum } from "../../../core/basics/numbers.ts";
import type { AnswerGroupView } from "../../../server/contract/results/answers.ts";
import { ChoiceList, type ChosenIn } from "../../components/choice-list.tsx";
import { counted } from "../../format.ts";
import { firstDifferenceText, groupKey, VERDICTS } from "./group-words.ts";

/** The groups, those first whose grading saves most; answers that only one page has are folded away. */
export function GroupList({ groups, ...choice }: ChosenIn & { readonly groups: readonly AnswerGroupView[] }) {
  const hasItems = new Set(groups.map(({ item }) => item)).size > 1;
  const single = groups.filter(({ size }) => size === 1);
  return (
    <ChoiceList
      {...choice}
      label="Answer groups"
      title={
        <>
          Same answers{" "}
          <span>
            {counted(sum(groups.map(({ size }) => size)), "page")} in {counted(groups.length, "group")}
          </span>
        </>
      }
      items={groups.filter(({ size }) => size > 1)}
      folded={single}
      foldedTitle={`Drawn only once (${single.length})`}
      keyOf={(group) => groupKey(group)}
    >
      {(group) => ({
        head: (
          <>
            <strong>{counted(group.size, "page")}</strong>
            {hasItems && <span>Item {group.item}</span>}
            <Badge color={VERDICTS[group.verdict].colour}>{VERDICTS[group.verdict].label}</Badge>
            <span className="push">
              {group.points ?? "–"} / {group.maximum}
            </span>
          </>
        ),
        more: (
          <>
            <small>{firstDifferenceText(group) ?? drawingsText(group)}</small>
            <small>{group.graded === group.size ? "All graded" : `${group.graded} of ${group.size} graded`}</small>
          </>
        ),
      })}
    </ChoiceList>
  );
}

function drawingsText({ structures, reasons }: AnswerGroupView): string {
  return reasons[0]?.message ?? `Drawn in ${counted(structures.length, "way")}`;
}
