import { MagnifyingGlassIcon } from "@radix-ui/react-icons";
import { Button, Spinner } from "@radix-ui/themes";
import { useState } from "react";
import { Link } from "react-router-dom";
import { LIMITS } from "../../../../core/rules/limits.ts";
import { USUAL_CHANCE } from "../../../../core/similarity/copies/find-copies.ts";
import { evaluatorPath } from "../../../../server/contract/pages.ts";
import type { Copies } from "../../../../server/contract/results/copies.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { call, messageOf } from "../../../api.ts";
import { renew, useAction, useCall, useOpenTask, useTaskWork } from "../../../calls/calls.ts";
import { dimmed, SmallButton } from "../../../components/controls.tsx";
import { Pager } from "../../../components/page-parts.tsx";
import { formatDate, ofDrawing, ofWidth } from "../../../format.ts";
import { usePages } from "../../../hooks/use-pages.ts";
import { toast } from "../../../store.ts";
import { CopiedDrawings, pairName } from "../../copies/copied-drawings.tsx";
import { type FlaggedFile, flattenFlagged } from "./flagged-files.ts";
import "./similar-tab.css";

export function SimilarTab() {
  const task = useOpenTask();
  const { files } = useTaskWork(task.id);
  const similar = useSimilar(task.id);
  const dismissals = useDismissals(task.id, { onChanged: similar.renew });
  const all = files.data?.files ?? [];
  const flagged = flattenFlagged(similar.groups, all);
  return (
    <>
      <div className="panel panel-body spaced">
        <section className="spaced" aria-labelledby="similar">
          <div className="row between">
            <h2 id="similar">Similar submissions</h2>
            <Button
              variant="soft"
              disabled={all.length === 0}
              {...dimmed(similar.checking)}
              onClick={() => void similar.check()}
            >
              {similar.checking ? <Spinner /> : <MagnifyingGlassIcon />}
              Check For Similar Submissions
            </Button>
          </div>
          {flagged.length === 0 ? (
            <p className="muted">{TEXTS.submissions.noneSimilar}</p>
          ) : (
            <SimilarGrid flagged={flagged} onDismiss={dismissals.dismiss} />
          )}
        </section>
        <CopiedDrawings similar={similar.groups} onDismiss={dismissals.dismiss} />
      </div>
      <DismissedList {...dismissals} />
    </>
  );
}

const PICTURE_WIDTH = 480;

interface SimilarGridProps {
  readonly flagged: readonly FlaggedFile[];
  onDismiss(files: readonly string[]): Promise<void>;
}

function SimilarGrid({ flagged, onDismiss }: SimilarGridProps) {
  const { id: taskId } = useOpenTask();
  const { shown, ...pager } = usePages(flagged, LIMITS.similarFilesPerPage);
  const { queue } = useTaskWork(taskId);
  // Hidden students have numbers for IDs, which no roster has.
  const names = new Map(queue.data?.roster.map(({ student_id, name }) => [student_id, name]));
  const copies = useCall("findCopies", { query: { task_id: taskId, chance: USUAL_CHANCE } });
  const groups = [...new Set(shown.map(({ group }) => group))];
  const filesOf = (group: number) => flagged.filter((each) => each.group === group).map(({ file }) => file.id);
  return (
    <>
      <ul className="tiles similar-grid" aria-label="Similar submissions">
        {shown.map(({ file, group }) => (
          <li key={`${group}-${file.id}`}>
            <Link to={evaluatorPath(taskId, file.id)} className="row-link">
              <img src={ofWidth(ofDrawing(file.page_url), PICTURE_WIDTH)} alt="" loading="lazy" />
              <strong>{file.student_id}</strong>
              {names.get(file.student_id)}
              <small>
                Item {file.item_number}, group {group}
              </small>
              {copies.data && <small>{layoutText(copies.data, file.id)}</small>}
            </Link>
          </li>
        ))}
      </ul>
      <p className="row">
        {groups.map((group) => (
          <SmallButton key={group} onClick={() => void onDismiss(filesOf(group))}>
            Dismiss group {group}
          </SmallButton>
        ))}
      </p>
      <Pager {...pager} />
    </>
  );
}

/** The second measure: whether its layout is more like another one's than the class explains. */
function layoutText({ pairs }: Copies, id: string): string {
  const pair = pairs.find(({ files }) => files.some((file) => file.id === id));
  return pair ? `Layout ${Math.round(100 * pair.likeness)} % alike` : "Layout not unusual";
}

type Groups = readonly (readonly string[])[];

/** The last result, by task: going back to the page shows it again. */
const lastFound = new Map<string, Groups>();

function useSimilar(taskId: string) {
  const [groups, setGroups] = useState<Groups>(lastFound.get(taskId) ?? []);

  async function find(): Promise<Groups> {
    const query = { task_id: taskId, margin_of_error: LIMITS.similarityMargin };
    const { flagged_circuits: found } = await call("flagSimilarCircuits", { query });
    lastFound.set(taskId, found);
    setGroups(found);
    return found;
  }

  const { busy, run } = useAction(async () => {
    const isFound = (await find()).length > 0;
    toast(isFound ? TEXTS.submissions.similarities : TEXTS.submissions.noSimilarities, "info");
  });
  return {
    groups,
    checking: busy,
    check: run,
    /** Repeats a check that was made, without a message. */
    async renew(): Promise<void> {
      if (lastFound.has(taskId)) await find();
    },
  };
}

function DismissedList({ pairs, bringBack }: ReturnType<typeof useDismissals>) {
  const { id: taskId } = useOpenTask();
  const { busy, run } = useAction(bringBack);
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

/** The pairs of a task that nobody needs to see again; both checks leave them out. */
function useDismissals(taskId: string, { onChanged }: { onChanged(): Promise<void> }) {
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
