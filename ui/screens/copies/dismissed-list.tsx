import { Button } from "@radix-ui/themes";
import { useAction } from "../../calls/use-action.ts";
import { formatDate } from "../../format.ts";
import { pairName } from "./copy-pair.tsx";
import type { Dismissals } from "./use-dismissals.ts";

interface DismissedListProps {
  readonly pairs: Dismissals["pairs"];
  readonly taskId: string;
  readonly onBringBack: Dismissals["bringBack"];
}

export function DismissedList({ pairs, taskId, onBringBack }: DismissedListProps) {
  const { busy, run } = useAction(onBringBack);
  if (pairs.length === 0) return null;

  return (
    <details className="panel panel-body">
      <summary>Dismissed pairs ({pairs.length})</summary>
      <p className="page-note">No check lists these again.</p>
      <ul className="spaced">
        {pairs.map(({ files, dismissed_at: at }) => {
          const name = pairName(files, taskId);
          return (
            <li key={`${files[0].id} ${files[1].id}`} className="row">
              <span>
                {name}, item {files[0].item_number} <span className="note">· {formatDate(at)}</span>
              </span>
              <Button
                size="1"
                variant="soft"
                color="gray"
                disabled={busy}
                aria-label={`Bring back ${name}`}
                onClick={() => void run(files.map(({ id }) => id))}
              >
                Bring back
              </Button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
