import { Button, Dialog, Flex, Kbd } from "@radix-ui/themes";
import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from "react";
import { clamp } from "../../../core/basics/numbers.ts";
import { useCall } from "../../calls/calls.ts";
import { SwitchField } from "../../components/choices.tsx";
import { LinkButton } from "../../components/controls.tsx";
import { CallFailed, Loading, Modal, ModalText } from "../../components/page-parts.tsx";
import { TypedText } from "../../components/typed-text.tsx";
import { type Actions, COMMAND_GROUPS, COMMANDS, keyWords } from "../../evaluator/commands.ts";
import { counted } from "../../format.ts";
import { useLeaveWarning, useUnsaved } from "../../hooks/use-leave-warning.ts";
import { useOwnUser, usePart } from "../../store.ts";
import { AssessmentPanel } from "./assessment/assessment-panel.tsx";
import { useGradeDrafts, useGrading } from "./assessment/use-grading.ts";
import { useBoxEdits } from "./corrections/use-edits.ts";
import { EvaluatorHeader } from "./evaluator-header.tsx";
import { useEvaluator, useSubmission, useView } from "./evaluator-store.ts";
import { PageStage } from "./stage/page-stage.tsx";
import { usePrefetch } from "./stage/use-picture.ts";
import { useViewActions } from "./stage/use-view-actions.ts";
import { neighbour, nextUngraded } from "./submissions/submissions.ts";
import { Toolbar } from "./tools/toolbar.tsx";
import { useHistoryCommands, useKeys } from "./tools/use-commands.ts";
import { showFilter, useReadingAgain, useReadingChoice, useTools } from "./tools/use-tools.ts";
import { usePage, useScene } from "./use-page.ts";

interface WorkbenchProps {
  /** The ID of the requested submission that does not count. */
  readonly missing: string | null;
}

const TYPED = {
  title: "Discard what you typed?",
  text: "Grades or comments that you typed here are not stored yet.",
  action: "Discard",
};

export function Workbench({ missing }: WorkbenchProps) {
  const { store, files, current, actions, goTo } = useEvaluator();
  const [view, dispatch] = useView();
  useLeaveWarning(useGradeDrafts().isAny, TYPED);
  useUnsaved([...usePart(store, "edits").values()].some(({ unsent }) => unsent !== null));
  const id = current?.id ?? null;
  const next = neighbour(files, { id, by: 1 });
  usePrefetch(next?.page_url ?? null);

  // A selection on one page means nothing on the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what the effect is about
  useEffect(() => {
    dispatch({ type: "page" });
    // On a phone the page is above the grade form of the previous one.
    window.scrollTo(0, 0);
  }, [id]);

  // Frees the filter image's memory.
  useEffect(() => () => showFilter(store, null), [store]);

  actions.current = {
    next: () => goTo(next),
    previous: () => goTo(neighbour(files, { id, by: -1 })),
    "next-ungraded": () => goTo(nextUngraded(files, id)),
    find: () => dispatch({ type: "set", part: { open: "picker" } }),
    help: () => dispatch({ type: "set", part: { open: "help" } }),
  };
  const keys = useKeys();

  return (
    <div className="ce-screen">
      <EvaluatorHeader />
      {current ? <SubmissionView /> : <NoSubmission missing={missing} />}
      {view.open === "help" && <HelpSheet {...keys} />}
    </div>
  );
}

function NoSubmission({ missing }: WorkbenchProps) {
  const { task } = useEvaluator();
  return (
    <div className="centred empty-state">
      {missing ? (
        <GoneNotice key={missing} fileId={missing} />
      ) : (
        <>
          <h2>No submissions</h2>
          <p>Pages appear here as soon as students hand them in.</p>
        </>
      )}
      <LinkButton to={`/task/${task.id}`} variant="soft">
        Back to the task
      </LinkButton>
    </div>
  );
}

/** Pixels. */
const PANEL = { narrowest: 320, widest: 600, step: 20 } as const;

function SubmissionView() {
  usePageNews();
  useReadingAgain();
  const { actions } = useEvaluator();
  const [{ wide }] = useView();
  const key = `panel-width:${useOwnUser().id}`;
  const [width, setWidth] = useState(() => Number(globalThis.localStorage?.getItem(key)) || PANEL.widest);
  Object.assign(actions.current, useSubmissionActions());

  /** This browser keeps it for the person. */
  function resize(wanted: number): void {
    const next = clamp(Math.round(wanted), PANEL.narrowest, PANEL.widest);
    setWidth(next);
    localStorage.setItem(key, String(next));
  }

  return (
    <div className="ce-main" data-wide={wide || undefined} style={{ "--panel": `${width}px` } as CSSProperties}>
      <Toolbar />
      <PageStage />
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved */}
      <div
        className="ce-edge"
        role="separator"
        tabIndex={0}
        aria-label="Width of the panel"
        aria-orientation="vertical"
        aria-controls="ce-panel"
        aria-valuemin={PANEL.narrowest}
        aria-valuemax={PANEL.widest}
        aria-valuenow={width}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={({ buttons, clientX }) => buttons > 0 && resize(window.innerWidth - clientX)}
        onKeyDown={({ key: pressed }) => {
          if (pressed === "ArrowLeft") resize(width + PANEL.step);
          if (pressed === "ArrowRight") resize(width - PANEL.step);
        }}
      />
      <AssessmentPanel />
    </div>
  );
}

function useSubmissionActions(): Actions {
  const { scene, view, chosen } = useScene();
  const tools = useTools();
  const edits = useBoxEdits();
  const history = useHistoryCommands();
  const { store } = useGrading();
  const viewActions = useViewActions();
  const { question, choose } = useReadingChoice();

  // What is folded away is neither chosen nor stored.
  function chooseReading(index: number): void {
    const choice = view.wide ? null : question?.choices[index];
    if (choice && choice.points !== null) void choose(choice.name);
  }

  return {
    ...viewActions,
    "store-grade": view.tab === "grade" && !view.wide && (() => void store({ next: false })),
    analyze: scene.predictions.length > 0 && (() => void tools.analyze()),
    "reading-1": () => chooseReading(0),
    "reading-2": () => chooseReading(1),
    "reading-3": () => chooseReading(2),
    "reading-4": () => chooseReading(3),
    undo: history.undo,
    redo: history.redo,
    "remove-box": chosen !== null && (() => edits.remove()),
  };
}

/** Shown in place of a submission that no longer counts, so that nobody grades another one by mistake. */
function GoneNotice({ fileId }: { readonly fileId: string }) {
  const { files, goTo } = useEvaluator();
  const drafts = useGradeDrafts();
  const { data, error, reload } = useCall("getSubmissionHistory", { params: { fileId } });
  const isDeleted = error?.status === 404;
  const counting = data?.submissions.find(({ counts }) => counts) ?? null;
  const next = counting ?? files[0] ?? null;

  const lost = isDeleted ? drafts.ofPage(fileId) : null;
  const isTyped = counting !== null && drafts.of(counting) !== null;
  const isKnown = data !== null || isDeleted;
  const text = useRef<HTMLElement>(null);

  // Not the button: a user who is typing would press it by accident.
  useEffect(() => {
    if (isKnown) text.current?.focus();
  }, [isKnown]);

  if (error && !isDeleted) return <CallFailed message={error.message} onRetry={() => void reload()} />;
  if (!isKnown) return <Loading size="3" words="Looking for the submission" />;
  return (
    <>
      <strong ref={text} role="alert" tabIndex={-1}>
        {counting
          ? `Another page of ${counting.student_id}, item ${counting.item_number}, counts now.`
          : "This submission was deleted."}
      </strong>
      {isTyped && <p>What you typed is kept. Check whether it is still right.</p>}
      {lost && (
        <TypedText
          text={[lost.total && counted(Number(lost.total), "point"), lost.comment].filter(Boolean).join("\n")}
        />
      )}
      {next && (
        <Button onClick={() => goTo(next)}>
          {counting ? "Show the page that counts" : "Go on to the first submission"}
        </Button>
      )}
    </>
  );
}

function HelpSheet({ letters, setLetters }: ReturnType<typeof useKeys>) {
  const [, dispatch] = useView();
  const close = () => dispatch({ type: "set", part: { open: null } });
  return (
    <Modal onClose={close} title="Keys of the circuit evaluator" maxWidth="820px">
      <ModalText>
        Zoom with the wheel or two fingers; drag to move the page. With any tool, hold the space bar and drag to move
        it.
      </ModalText>
      <div className="columns equal">
        {COMMAND_GROUPS.map((group) => (
          <section key={group} className="spaced tight" aria-label={group}>
            <h2>{group}</h2>
            <dl className="spaced tight">
              {COMMANDS.filter((command) => command.group === group).map(({ id, label, keys }) => (
                <div key={id} className="line between">
                  <dt>{label}</dt>
                  <dd className="line tight">
                    {keys.map((key) => (
                      <Kbd key={key}>{keyWords(key)}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Flex justify="between" align="center" mt="4" gap="3" wrap="wrap">
        <SwitchField size="2" checked={letters} onChange={setLetters}>
          Single letters and signs are keys
        </SwitchField>
        <Dialog.Close>
          <Button variant="soft" color="gray">
            Close
          </Button>
        </Dialog.Close>
      </Flex>
    </Modal>
  );
}

/** Loads analysis and grade of the current submission again when the list of submissions or the task has changed. */
function usePageNews(): void {
  const {
    analysis: state,
    problem_count,
    revision,
    proposed_grade,
    maximum_grade,
    total_grade,
    comment,
  } = useSubmission();
  const { updated_at: keys } = useEvaluator().task;
  const { analysis, grade, refresh } = usePage();
  const seenKeys = useRef(keys);
  const said = [keys, state, problem_count, proposed_grade, maximum_grade, total_grade, comment];

  const compare = useEffectEvent(() => {
    const ofGrade = [grade?.proposed_grade, grade?.maximum_grade, grade?.total_grade, grade?.comment];
    const shown = [seenKeys.current, analysis?.state, analysis?.problems.length, ...ofGrade];
    seenKeys.current = keys;
    // What is not loaded yet is undefined. The list may be older than the answer to this browser's own correction.
    const isCorrected = analysis !== null && revision > analysis.revision;
    if (isCorrected || shown.some((value, index) => value !== undefined && value !== said[index])) void refresh();
  });

  // The list gets an event when a page was read, perhaps before the page's own first response, and for corrections,
  // grades and keys of another tab or a push. Other keys may propose the same points for another table.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the list says of the page is what the effect is about
  useEffect(() => compare(), [JSON.stringify([said, revision]), analysis?.state]);
}
