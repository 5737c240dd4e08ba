import { DownloadIcon } from "@radix-ui/react-icons";
import { Badge, Button, Card, Flex, Heading, Spinner } from "@radix-ui/themes";
import { useState } from "react";
import { LIMITS } from "../../../core/rules/limits.ts";
import { USUAL_CHANCE } from "../../../core/similarity/copies/find-copies.ts";
import { chanceText, looksCopied, sharingText } from "../../../core/similarity/copies/pair-words.ts";
import type { ComparedFile, Copies } from "../../../server/contract/results/copies.ts";
import { call, pathOf } from "../../api.ts";
import { useCall, useOpenTask } from "../../calls/calls.ts";
import { CheckField } from "../../components/choices.tsx";
import { Segments, SmallButton } from "../../components/controls.tsx";
import { PICTURE_WIDTH, Zoomable } from "../../components/grading/marked-picture.tsx";
import { Answers, Pager } from "../../components/page-parts.tsx";
import { classGroupLabel, counted } from "../../format.ts";
import { usePages } from "../../hooks/use-pages.ts";
import { saveAnswer } from "../../save-file.ts";
import "./copies.css";

/** When open, each has two drawings and two tall pages. */
const PAIRS_PER_PAGE = 5;

interface CopiedDrawingsProps {
  /** Groups of files that the specification's rule finds similar. */
  readonly similar: readonly (readonly string[])[];
  onDismiss(files: readonly string[]): Promise<void>;
}

export function CopiedDrawings(context: CopiedDrawingsProps) {
  const { id: taskId } = useOpenTask();
  const [search, setSearch] = useState(USUAL_SEARCH);
  const query = {
    task_id: taskId,
    chance: search.chance,
    ...(search.earlier.length > 0 && { earlier: search.earlier.join() }),
  };
  const copies = useCall("findCopies", { query });

  return (
    <section className="spaced" aria-labelledby="copies">
      <div className="row between">
        <h3 id="copies">Copied drawings</h3>
        <Button
          variant="soft"
          color="gray"
          disabled={copies.data === null || copies.data.pairs.length === 0}
          onClick={() => void saveAnswer(call("getCopiesCsv", { query }), "copies.csv")}
        >
          <DownloadIcon /> Save CSV
        </Button>
      </div>
      <p className="page-note">
        The same correct answer is not a copy. This list shows layouts that are more alike than those of the rest of the
        class, wherever on the sheet and however large they were drawn. Whether they were copied is for you to decide.
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
        {(found) => <FoundCopies copies={found} {...context} />}
      </Answers>
    </section>
  );
}

function FoundCopies({ copies, ...context }: CopiedDrawingsProps & { readonly copies: Copies }) {
  const { compared, not_compared, pairs, groups } = copies;
  const copied = pairs.filter(looksCopied);
  const different = pairs.filter((pair) => !looksCopied(pair));
  const students = new Map(pairs.flatMap(({ files }) => files.map((file) => [file.id, file.student_id] as const)));
  const large = groups.filter((ids) => ids.length > 2);
  return (
    <>
      <p role="status">
        {counted(compared, "drawing")} compared, {copied.length} {copied.length === 1 ? "pair looks" : "pairs look"}{" "}
        copied.
        {not_compared.length > 0 && ` ${not_compared.length} could not be compared: not read yet, or without gates.`}
      </p>
      {large.length > 0 && (
        <section aria-labelledby="copies-groups">
          <Heading as="h4" size="4" mb="2" id="copies-groups">
            Groups
          </Heading>
          <ul className="bullets">
            {large.map((ids) => (
              <li key={ids[0]}>{ids.map((id) => students.get(id)).join(", ")}</li>
            ))}
          </ul>
        </section>
      )}
      {compared + not_compared.length === 0 ? (
        <div className="centred empty-state">
          <p>Nothing was handed in yet.</p>
        </div>
      ) : copied.length === 0 ? (
        <div className="centred empty-state">
          <p>No copies found.</p>
          <p>
            What most of a class draws alike does not stand out here. Check For Similar Submissions finds all drawings
            that are alike.
          </p>
        </div>
      ) : (
        <Pairs label="Pairs" pairs={copied} opensFirst {...context} />
      )}
      {different.length > 0 && (
        <section aria-labelledby="copies-different">
          <Heading as="h4" size="4" mt="5" id="copies-different">
            Alike, but not the same circuit
          </Heading>
          <p className="page-note">
            These layouts are alike, and their circuits differ: one page may be misread, or changed after copying.
          </p>
          <Pairs label="Pairs with different circuits" pairs={different} {...context} />
        </section>
      )}
    </>
  );
}

interface PairsProps extends CopiedDrawingsProps {
  readonly label: string;
  readonly pairs: Copies["pairs"];
  /** The least likely pair is open at first. */
  readonly opensFirst?: boolean;
}

function Pairs({ label, pairs, similar, opensFirst = false, onDismiss }: PairsProps) {
  const { shown, ...pager } = usePages(pairs, PAIRS_PER_PAGE);
  return (
    <>
      <ul className="spaced tight" aria-label={label}>
        {shown.map((pair) => (
          <CopyPairSection
            key={`${pair.files[0].id} ${pair.files[1].id}`}
            pair={pair}
            openAtFirst={opensFirst && pair === pairs[0]}
            isSimilar={similar.some((ids) => pair.files.every(({ id }) => ids.includes(id)))}
            onDismiss={onDismiss}
          />
        ))}
      </ul>
      {pager.pages > 1 && <Pager label={`Pages of ${label.toLowerCase()}`} {...pager} />}
    </>
  );
}

interface ChosenCopySearch {
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

const USUAL_SEARCH: ChosenCopySearch = { chance: USUAL_CHANCE, earlier: [] };

interface SearchSettingsProps {
  readonly search: ChosenCopySearch;
  onChange(search: ChosenCopySearch): void;
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
      <div>
        <p>Doubtful pairs shown</p>
        <Segments
          label="Doubtful pairs shown"
          value={String(search.chance)}
          options={CHANCES}
          onChange={(chance) => onChange({ ...search, chance: Number(chance) })}
        />
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

interface CopyPairProps extends Pick<CopiedDrawingsProps, "onDismiss"> {
  readonly pair: Copies["pairs"][number];
  readonly openAtFirst: boolean;
  /** Whether the specification's rule finds the two similar as well. */
  readonly isSimilar: boolean;
}

function CopyPairSection({ pair, openAtFirst, isSimilar, onDismiss }: CopyPairProps) {
  const { id: taskId } = useOpenTask();
  const [open, setOpen] = useState(openAtFirst);
  const [a, b] = pair.files;
  const names = [a, b].map((file) => nameOf(file, taskId));
  return (
    <li>
      <Card asChild>
        <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            <Heading as="h4" size="4" className="copies-names">
              {pairName(pair.files, taskId)}
            </Heading>
            <Badge color="amber">{Math.round(100 * pair.likeness)} % alike</Badge>{" "}
            {isSimilar && <Badge color="gray">also within ±{LIMITS.similarityMargin}</Badge>}
            <small>
              Item {a.item_number}; {chanceText(pair.expected)}; {sharingText(pair.sharing)}.
            </small>
          </summary>
          {open && (
            <div className="spaced">
              <div className="box copies-picture">
                <img
                  className="on-white"
                  src={pathOf("getCopyPair", { params: { fileId: a.id }, query: { other: b.id } })}
                  alt={`The drawings of ${pairName(pair.files, taskId)} at one scale, with matching gates linked`}
                />
              </div>
              <div className="columns equal">
                {[a, b].map((file, index) => (
                  <figure key={file.id}>
                    <Zoomable>
                      <img
                        src={pathOf("getPagePicture", {
                          params: { fileId: file.id },
                          query: { width: PICTURE_WIDTH, part: "drawing" },
                        })}
                        alt={`The page of ${names[index]}`}
                        loading="lazy"
                      />
                    </Zoomable>
                    <figcaption>{names[index]}</figcaption>
                  </figure>
                ))}
              </div>
              <SmallButton onClick={() => void onDismiss([a.id, b.id])}>Dismiss this pair</SmallButton>
            </div>
          )}
        </details>
      </Card>
    </li>
  );
}

/** '20230001 and 20230002 (Quiz 1)': with the task's title if it is another one. */
export function pairName(files: Copies["pairs"][number]["files"], taskId: string): string {
  return files.map((file) => nameOf(file, taskId)).join(" and ");
}

function nameOf({ student_id, task_id, task_title }: ComparedFile, taskId: string): string {
  return task_id === taskId ? student_id : `${student_id} (${task_title})`;
}
