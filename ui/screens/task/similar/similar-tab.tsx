import { DownloadIcon, MagnifyingGlassIcon } from "@radix-ui/react-icons";
import { Button, Flex, Spinner } from "@radix-ui/themes";
import { useRef, useState } from "react";
import { LIMITS } from "../../../../core/rules/limits.ts";
import { USUAL_CHANCE } from "../../../../core/similarity/copies/find-copies.ts";
import { looksCopied } from "../../../../core/similarity/copies/pair-words.ts";
import { DISMISSED_AT_ONCE } from "../../../../core/similarity/dismissed-pairs.ts";
import type { ComparedFile } from "../../../../server/contract/results/copies.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { call, messageOf, pathOf } from "../../../api.ts";
import { renew, useAction, useCall, useOpenTask, useTaskWork } from "../../../calls/calls.ts";
import { CheckField } from "../../../components/choices.tsx";
import { BusyButton, dimmed, Segments, SmallButton } from "../../../components/controls.tsx";
import { Answers, Pager } from "../../../components/page-parts.tsx";
import { classGroupLabel, counted, formatDate } from "../../../format.ts";
import { usePages } from "../../../hooks/use-pages.ts";
import { saveAnswer } from "../../../save-file.ts";
import { toast } from "../../../store.ts";
import { type Found, joinedGroups, layoutText, pairsOf } from "./alike-files.ts";
import { nameOf, PairList, pairName } from "./pair-list.tsx";
import "./similar-tab.css";

export function SimilarTab() {
  const task = useOpenTask();
  const { files } = useTaskWork(task.id);
  const [search, setSearch] = useState(USUAL_SEARCH);
  const query = {
    task_id: task.id,
    chance: search.chance,
    ...(search.earlier.length > 0 && { earlier: search.earlier.join() }),
  };
  const copies = useCall("findCopies", { query });
  const { pairs: layouts = [], not_compared: notCompared = [] } = copies.data ?? {};
  const similar = useSimilar(task.id, copies);
  const dismissals = useDismissals(task.id, { onChanged: similar.renew });
  const all = files.data?.files ?? [];
  return (
    <>
      <section className="panel panel-body spaced" aria-labelledby="similar">
        <div className="row between">
          <h2 id="similar">Similar submissions</h2>
          <div className="row">
            <Button
              variant="soft"
              color="gray"
              disabled={layouts.length === 0}
              onClick={() => void saveAnswer(call("getCopiesCsv", { query }), "copies.csv")}
            >
              <DownloadIcon /> Save CSV
            </Button>
            <BusyButton
              variant="soft"
              disabled={all.length === 0}
              busy={similar.checking}
              icon={<MagnifyingGlassIcon />}
              onClick={() => void similar.check()}
            >
              Check For Similar Submissions
            </BusyButton>
          </div>
        </div>
        <p className="page-note">
          The same correct answer is not a copy. Layouts are listed that are more alike than those of the rest of the
          class, wherever on the sheet and however large they were drawn; the check also lists every drawing that agrees
          with another one within ±{LIMITS.similarityMargin}. Whether they were copied is for you to decide.
        </p>
        <SearchSettings search={search} onChange={setSearch} />
        <Answers
          to={[copies]}
          waiting={
            <Flex align="center" gap="2" role="status">
              <Spinner /> Comparing the drawings …
            </Flex>
          }
        >
          {({ compared, not_compared, pairs }) => (
            <p role="status">
              {counted(compared, "drawing")} compared, {pairsText(pairs.filter(looksCopied).length)} copied.
              {not_compared.length > 0 &&
                ` ${not_compared.length} could not be compared: not read yet, or without gates.`}
            </p>
          )}
        </Answers>
        <AlikeFiles found={{ layouts, groups: similar.groups, notCompared }} onDismiss={dismissals.dismiss} />
      </section>
      <DismissedList {...dismissals} />
    </>
  );
}

function pairsText(count: number): string {
  return `${count} ${count === 1 ? "pair looks" : "pairs look"}`;
}

const PICTURE_WIDTH = 480;

interface AlikeFilesProps {
  readonly found: Found;
  onDismiss(files: readonly string[]): Promise<void>;
}

/** The specification's grid of five; below it the chosen drawing next to each one that is like it. */
function AlikeFiles({ found, onDismiss }: AlikeFilesProps) {
  const { id: taskId, title: task_title } = useOpenTask();
  const { files, queue } = useTaskWork(taskId);
  const known = new Map<string, ComparedFile>(
    found.layouts.flatMap((pair) => pair.files.map((file) => [file.id, file])),
  );
  for (const file of files.data?.files ?? []) known.set(file.id, { ...file, task_title });
  const groups = joinedGroups(found);
  const alike = groups.flatMap((ids, index) =>
    ids.flatMap((id) => {
      const file = known.get(id);
      return file ? [{ file, ids, group: index + 1 }] : [];
    }),
  );
  const { shown, ...pager } = usePages(alike, LIMITS.similarFilesPerPage);
  const [chosen, choose] = useState("");
  const open = shown.find(({ file }) => file.id === chosen) ?? shown[0];
  // Hidden students have numbers for IDs, which no roster has.
  const names = new Map(queue.data?.roster.map(({ student_id, name }) => [student_id, name]));
  if (!open) return <p className="muted">{TEXTS.submissions.noneSimilar}</p>;
  return (
    <>
      <ul className="tiles similar-grid" aria-label="Similar submissions">
        {shown.map((each) => {
          const { file, group } = each;
          const pairs = pairsOf(file, found, known);
          const src = pathOf("getPagePicture", {
            params: { fileId: file.id },
            query: { width: PICTURE_WIDTH, part: "drawing" },
          });
          return (
            <li key={file.id}>
              <button type="button" className="choice box" aria-pressed={each === open} onClick={() => choose(file.id)}>
                <img src={src} alt="" loading="lazy" />
                <strong>{nameOf(file, taskId)}</strong>
                {file.task_id === taskId && names.get(file.student_id)}
                <small>
                  Item {file.item_number}, group {group}
                </small>
                {pairs.some(({ within }) => within) && <small>Within ±{LIMITS.similarityMargin}</small>}
                <small>{layoutText(pairs[0]?.layout)}</small>
              </button>
            </li>
          );
        })}
      </ul>
      <Pager {...pager} />
      <PairList
        file={open.file}
        pairs={pairsOf(open.file, found, known)}
        onDismiss={onDismiss}
        action={
          open.ids.length > 2 &&
          open.ids.length <= DISMISSED_AT_ONCE && (
            <SmallButton onClick={() => void onDismiss(open.ids)}>Dismiss group {open.group}</SmallButton>
          )
        }
      />
    </>
  );
}

interface ChosenSearch {
  /** Pairs are shown if chance would give at most this many of them. */
  readonly chance: number;
  /** IDs of the tasks of earlier terms. */
  readonly earlier: readonly string[];
}

const CHANCES = [
  { label: "Few", value: "0.01" },
  { label: "Usual", value: String(USUAL_CHANCE) },
  { label: "Many", value: "5" },
];

const USUAL_SEARCH: ChosenSearch = { chance: USUAL_CHANCE, earlier: [] };

interface SearchSettingsProps {
  readonly search: ChosenSearch;
  onChange(search: ChosenSearch): void;
}

function SearchSettings({ search, onChange }: SearchSettingsProps) {
  const { id: taskId } = useOpenTask();
  const tasks = useCall("getTasks", {});
  const others = (tasks.data ?? []).filter(({ id, total_submissions }) => id !== taskId && total_submissions > 0);
  const toggle = (id: string, on: boolean) => {
    const earlier = search.earlier.filter((each) => each !== id);
    onChange({ ...search, earlier: on ? [...earlier, id] : earlier });
  };
  return (
    <div className="row">
      <span>Doubtful pairs shown</span>
      <Segments
        label="Doubtful pairs shown"
        value={String(search.chance)}
        options={CHANCES}
        onChange={(chance) => onChange({ ...search, chance: Number(chance) })}
      />
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

type Groups = Found["groups"];

/** The last result, by task: going back to the page shows it again. */
const lastFound = new Map<string, Groups>();

/** The specification's check; it also repeats the call for the other measure. */
function useSimilar(taskId: string, copies: ReturnType<typeof useCall<"findCopies">>) {
  const [groups, setGroups] = useState<Groups>(lastFound.get(taskId) ?? []);
  // An answer that a newer one has overtaken changes nothing.
  const asked = useRef(0);

  async function find(): Promise<Groups> {
    const query = { task_id: taskId, margin_of_error: LIMITS.similarityMargin };
    const number = ++asked.current;
    const { flagged_circuits: found } = await call("flagSimilarCircuits", { query });
    if (number !== asked.current) return found;
    lastFound.set(taskId, found);
    setGroups(found);
    return found;
  }

  const { busy, run } = useAction(async () => {
    const [found] = await Promise.all([find(), copies.reload()]);
    const isFound = found.length > 0 || Boolean(copies.latest()?.pairs.length);
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
                {...dimmed(busy)}
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

/** The pairs of a task that nobody needs to see again; both measures leave them out. */
function useDismissals(taskId: string, { onChanged }: { onChanged(): Promise<void> }) {
  const known = useCall("getDismissedPairs", { params: { taskId } });

  async function change(files: readonly string[], dismissed: boolean): Promise<void> {
    try {
      const body = { file_ids: [...files], dismissed };
      await call("dismissPairs", { params: { taskId }, body });
      await Promise.all([known.reload(), onChanged(), renew("findCopies")]);
    } catch (error) {
      toast(messageOf(error), "error");
    }
  }

  return {
    pairs: known.data?.pairs ?? [],
    /** Takes every pair of these files out of both measures. */
    dismiss: (files: readonly string[]) => change(files, true),
    bringBack: (files: readonly string[]) => change(files, false),
  };
}
