import { Badge } from "@radix-ui/themes";
import { type KeyboardEvent, useRef } from "react";
import type { AnswerGroupView } from "../../../server/contract/results/answers.ts";
import { counted } from "../../format.ts";
import { firstDifferenceText, VERDICTS } from "./group-words.ts";

interface GroupListProps {
  readonly groups: readonly AnswerGroupView[];
  /** Null if the chosen one is gone. */
  readonly chosen: string | null;
  /** Shows a group while moving through the list. */
  onChoose(id: string): void;
  /** Shows a group and moves the focus to it. */
  onOpen(id: string): void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The groups, the wrong ones first; the arrow keys move from one to the next. */
export function GroupList({ groups, chosen, onChoose, onOpen }: GroupListProps) {
  const list = useRef<HTMLUListElement>(null);

  function move(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const next = groups[groups.findIndex(({ id }) => id === chosen) + (step ?? 0)];
    if (step === undefined || next === undefined) return;
    event.preventDefault();
    onChoose(next.id);
    list.current?.querySelector<HTMLButtonElement>(`[data-group="${next.id}"]`)?.focus();
  }

  return (
    <nav className="panel groups-list" aria-label="Answer groups">
      <ul ref={list}>
        {groups.map((group) => (
          <li key={group.id}>
            <button
              type="button"
              data-group={group.id}
              aria-current={group.id === chosen}
              onClick={() => onOpen(group.id)}
              onKeyDown={move}
            >
              <span className="groups-line">
                <strong>{counted(group.size, "page")}</strong>
                <Badge className="task-badge" color={VERDICTS[group.verdict].colour}>
                  {VERDICTS[group.verdict].label}
                </Badge>
                <span className="groups-points">
                  {group.points ?? "–"} / {group.maximum}
                </span>
              </span>
              <span className="groups-note">{firstDifferenceText(group) ?? drawingsText(group)}</span>
              <span className="groups-note">
                {group.graded === group.size ? "All graded" : `${group.graded} of ${group.size} graded`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function drawingsText({ structures, reasons }: AnswerGroupView): string {
  return reasons[0]?.message ?? `Drawn in ${counted(structures.length, "way")}`;
}
