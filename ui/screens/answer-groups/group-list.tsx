import { Badge, Flex } from "@radix-ui/themes";
import { type KeyboardEvent, useRef } from "react";
import { sum } from "../../../core/basics/numbers.ts";
import type { AnswerGroupView } from "../../../server/contract/results/answers.ts";
import { counted } from "../../format.ts";
import { useListArrows } from "../../hooks/use-list-arrows.ts";
import { firstDifferenceText, groupKey, VERDICTS } from "./group-words.ts";

interface GroupListProps {
  readonly groups: readonly AnswerGroupView[];
  readonly chosen: string | null;
  /** Shows a group while moving through the list. */
  onChoose(key: string): void;
  /** Shows a group and moves the focus to it. */
  onOpen(key: string): void;
}

/**
 * The groups, those first whose grading saves most; the arrow keys move from one to the next. Answers that only one page
 * has are folded away.
 */
export function GroupList({ groups, chosen, onChoose, onOpen }: GroupListProps) {
  const list = useRef<HTMLElement>(null);
  const hasItems = new Set(groups.map(({ item }) => item)).size > 1;
  const shared = groups.filter(({ size }) => size > 1);
  const single = groups.filter(({ size }) => size === 1);
  const move = useListArrows(list, { keys: [...shared, ...single].map(groupKey), chosen, onChoose });
  if (groups.length === 0) return null;

  const items = (some: readonly AnswerGroupView[]) => (
    <ul>
      {some.map((group) => (
        <GroupItem
          key={groupKey(group)}
          group={group}
          hasItems={hasItems}
          current={groupKey(group) === chosen}
          onOpen={onOpen}
          onKeyDown={move}
        />
      ))}
    </ul>
  );
  return (
    <nav ref={list} className="panel choices" aria-label="Answer groups">
      <h2>
        Same answers{" "}
        <span>
          {counted(sum(groups.map(({ size }) => size)), "page")} in {counted(groups.length, "group")}
        </span>
      </h2>
      {items(shared)}
      {single.length > 0 && (
        <details>
          <summary>Drawn only once ({single.length})</summary>
          {items(single)}
        </details>
      )}
    </nav>
  );
}

interface GroupItemProps {
  readonly group: AnswerGroupView;
  /** There are groups of several items. */
  readonly hasItems: boolean;
  readonly current: boolean;
  onOpen(key: string): void;
  onKeyDown(event: KeyboardEvent): void;
}

function GroupItem({ group, hasItems, current, onOpen, onKeyDown }: GroupItemProps) {
  return (
    <li>
      <button
        type="button"
        className="choice"
        data-key={groupKey(group)}
        aria-current={current}
        onClick={() => onOpen(groupKey(group))}
        onKeyDown={onKeyDown}
      >
        <Flex as="span" align="center" gap="2" wrap="wrap">
          <strong>{counted(group.size, "page")}</strong>
          {hasItems && <span>Item {group.item}</span>}
          <Badge color={VERDICTS[group.verdict].colour}>{VERDICTS[group.verdict].label}</Badge>
          <span className="push">
            {group.points ?? "–"} / {group.maximum}
          </span>
        </Flex>
        <small>{firstDifferenceText(group) ?? drawingsText(group)}</small>
        <small>{group.graded === group.size ? "All graded" : `${group.graded} of ${group.size} graded`}</small>
      </button>
    </li>
  );
}

function drawingsText({ structures, reasons }: AnswerGroupView): string {
  return reasons[0]?.message ?? `Drawn in ${counted(structures.length, "way")}`;
}
