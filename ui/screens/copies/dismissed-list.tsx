import { call, messageOf } from "../../api.ts";
import { renew } from "../../calls/queries.ts";
import { useAction } from "../../calls/use-action.ts";
import { useCall } from "../../calls/use-call.ts";
import { SmallButton } from "../../components/buttons/quiet-button.tsx";
import { formatDate } from "../../format.ts";
import { toast } from "../../store.ts";
import { pairName } from "./copy-pair.tsx";

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
              <SmallButton
                disabled={busy}
                aria-label={`Bring back ${name}`}
                onClick={() => void run(files.map(({ id }) => id))}
              >
                Bring back
              </SmallButton>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

type Dismissals = ReturnType<typeof useDismissals>;

/** The pairs of a task that nobody needs to see again; both checks leave them out. */
export function useDismissals(taskId: string, { onChanged }: { onChanged(): Promise<void> }) {
  const known = useCall("getDismissedPairs", { params: { taskId } });

  async function change(files: readonly string[], dismissed: boolean): Promise<void> {
    try {
      const body = { file_ids: [...files], dismissed };
      const now = await call("dismissPairs", { params: { taskId }, body });
      known.setData(() => now);
      await Promise.all([onChanged(), renew("findCopies")]);
    } catch (error) {
      toast(messageOf(error), "error");
    }
  }

  return {
    pairs: known.data?.pairs ?? [],
    /** Takes every pair of these files out of the checks. */
    dismiss: (files: readonly string[]) => change(files, true),
    bringBack: (files: readonly string[]) => change(files, false),
  };
}
