import { SegmentedControl, Text } from "@radix-ui/themes";
import { USUAL_CHANCE } from "../../../core/similarity/copies/find-copies.ts";
import { useCall } from "../../calls/use-call.ts";
import { CheckField } from "../../components/field.tsx";
import { classGroupLabel } from "../../format.ts";

export interface ChosenCopySearch {
  /** Pairs are shown if chance would give at most this many of them. */
  readonly chance: number;
  /** IDs of the tasks of earlier terms. */
  readonly earlier: readonly string[];
}

const CHANCES = [
  { label: "Few", chance: 0.01 },
  { label: "Usual", chance: USUAL_CHANCE },
  { label: "Many", chance: 5 },
] as const;

export const USUAL_SEARCH: ChosenCopySearch = { chance: USUAL_CHANCE, earlier: [] };

interface SearchSettingsProps {
  readonly taskId: string;
  readonly search: ChosenCopySearch;
  onChange(search: ChosenCopySearch): void;
}

export function SearchSettings({ taskId, search, onChange }: SearchSettingsProps) {
  const tasks = useCall("getTasks", {});
  const others = (tasks.data ?? []).filter(({ id, total_submissions }) => id !== taskId && total_submissions > 0);
  const toggle = (id: string, on: boolean) => {
    const earlier = search.earlier.filter((each) => each !== id);
    onChange({ ...search, earlier: on ? [...earlier, id] : earlier });
  };
  return (
    <div className="row">
      <div>
        <Text as="div" size="2" id="copies-chance">
          Doubtful pairs shown
        </Text>
        <SegmentedControl.Root
          aria-labelledby="copies-chance"
          value={String(search.chance)}
          onValueChange={(value) => onChange({ ...search, chance: Number(value) })}
        >
          {CHANCES.map(({ label, chance }) => (
            <SegmentedControl.Item key={label} value={String(chance)}>
              {label}
            </SegmentedControl.Item>
          ))}
        </SegmentedControl.Root>
      </div>
      {others.length > 0 && (
        <details>
          <summary>Compare with other tasks ({search.earlier.length})</summary>
          <ul className="spaced tight">
            {others.map((task) => (
              <li key={task.id}>
                <CheckField checked={search.earlier.includes(task.id)} onChange={(on) => toggle(task.id, on)}>
                  {task.title} · {classGroupLabel(task)}
                </CheckField>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
