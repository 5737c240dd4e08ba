import { type Dispatch, useMemo, useRef, useState } from "react";
import { itemLabel } from "../../../core/rules/answer-keys.ts";
import type { File as Submission } from "../../../server/contract/file.ts";
import type { Task } from "../../../server/contract/task.ts";
import { plainBox } from "../../evaluator/gestures.ts";
import { describeEdit, type Edit, redoEdit, undoEdit } from "../../evaluator/history.ts";
import { isFlagged, type ScenePrediction } from "../../evaluator/scene.ts";
import type { StageContent } from "../../evaluator/stage.ts";
import type { Viewport } from "../../evaluator/viewport.ts";
import { confirmFirst } from "../../store.ts";
import { AssessmentPanel } from "./assessment-panel.tsx";
import { boxEdits } from "./box-edits.ts";
import { CanvasBar } from "./canvas-bar.tsx";
import { ClassChooser } from "./class-chooser.tsx";
import { detectionQuestion } from "./detection-question.ts";
import type { GradeDrafts } from "./grade-draft.ts";
import { LegendTool } from "./legend-tool.tsx";
import { loadNetlist } from "./load-netlist.ts";
import { type CanvasHandle, PictureCanvas } from "./picture-canvas.tsx";
import { firstDifferenceSignals, sceneOf } from "./scene-of.ts";
import { StageNotice } from "./stage-notice.tsx";
import { type ThresholdChoice, ThresholdTool } from "./threshold-tool.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useCommands } from "./use-commands.ts";
import { useGrading } from "./use-grading.ts";
import { useNudge } from "./use-nudge.ts";
import { usePage } from "./use-page.ts";
import { usePicture } from "./use-picture.ts";
import { useTools } from "./use-tools.ts";
import { viewCommand } from "./view-commands.ts";
import type { ViewAction, ViewState } from "./view-state.ts";

export interface SubmissionViewProps {
  readonly task: Task;
  readonly submission: Submission;
  /** The next submission without a grade. */
  readonly next: Submission | null;
  readonly view: ViewState;
  readonly drafts: GradeDrafts;
  readonly dispatch: Dispatch<ViewAction>;
  onGoTo(file: Submission | null): void;
  /** The server has news of the submissions. */
  onChanged(): Promise<void>;
}

/** One submission: its tools, its page, and what is made of it. */
export function SubmissionView({
  task,
  submission,
  next,
  view: given,
  drafts,
  dispatch,
  onGoTo,
  onChanged,
}: SubmissionViewProps) {
  const canvas = useRef<CanvasHandle>(null);
  const [viewport, setViewport] = useState<Viewport | null>(null);
  const page = usePage(submission, task.updated_at);
  const view = given.selected === null ? given : { ...given, selected: page.currentId(given.selected) };
  const { analysis, grade } = page;
  const tools = useTools(submission.id, {
    ready: page.settled,
    onDone: async (after) => {
      await Promise.all([page.refresh(after), onChanged()]);
    },
  });
  const grading = useGrading(submission, {
    grade,
    drafts,
    ready: page.settled,
    onStored: async () => {
      await Promise.all([page.refresh("other"), onChanged()]);
    },
  });
  const { picture, error: pictureError } = usePicture(tools.filterImage ?? submission.page_url);

  const still = useMemo(() => sceneOf(analysis, picture), [analysis, picture]);
  const nudge = useNudge({ fileId: submission.id, within: still.size }, (prediction, to) => {
    page.edit({ kind: "box", id: prediction.id, from: plainBox(prediction), to });
  });
  const { moved } = nudge;
  const scene = useMemo(() => {
    if (!moved) return still;
    const predictions = still.predictions.map((each) => (each.id === moved.id ? { ...each, ...moved.box } : each));
    return { ...still, predictions };
  }, [still, moved]);
  const possibleSignals = useMemo(() => firstDifferenceSignals(analysis, grade), [analysis, grade]);
  const signals = view.signals ? possibleSignals : null;

  const { layers, confidence, selected, problem, tool, chooser } = view;
  // The drawing is brought into view when it is known, not before.
  const pageKey = `${submission.id} ${analysis?.state ?? ""}`;
  const content = useMemo<StageContent>(
    () => ({ scene, picture, tool, page: pageKey, look: { layers, confidence, selected, problem, signals } }),
    [scene, picture, tool, pageKey, layers, confidence, selected, problem, signals],
  );
  const chosen = scene.predictions.find(({ id }) => id === selected) ?? null;
  const flagged = scene.predictions.filter((each) => isFlagged(each, confidence)).length;
  const ready = analysis?.state === "done";

  const edits = boxEdits({ page, scene, view, chosen, dispatch, edit, focusBack });
  // Where the view is when a grade was stored at last.
  const latest = useRef({ id: submission.id, next });
  latest.current = { id: submission.id, next };

  // A box that is being moved has its new place before anything else is done; undone, it only goes back.
  function edit(change: Edit): void {
    nudge.settle();
    page.edit(change);
  }

  function undo(): void {
    if (!nudge.drop()) page.undo();
  }

  function redo(): void {
    nudge.settle();
    page.redo();
  }

  function analyze(): void {
    nudge.settle();
    void tools.analyze();
  }

  function focusBack(): void {
    canvas.current?.focus();
  }

  const threshold = analysis?.threshold_value ?? "auto";

  /** Reading from scratch puts corrections aside, and may change many proposals: nobody does so by mistake. */
  async function detect(choice: ThresholdChoice): Promise<void> {
    const edited = nudge.moved !== null || (analysis?.edited ?? false);
    nudge.settle();
    const question = detectionQuestion(choice, { edited, pages: task.total_submissions });
    if (question === null) return tools.detect(choice);
    confirmFirst({
      ...question,
      action: "Start Detection",
      run: async () => {
        void tools.detect(choice);
        return null;
      },
    });
  }

  /** Goes on, unless somebody has gone to another submission meanwhile. */
  async function store({ next: goOn }: { next: boolean }): Promise<void> {
    nudge.settle();
    const isStored = await grading.store();
    if (isStored && goOn && latest.current.id === submission.id) onGoTo(latest.current.next);
  }

  useCommands((command) => {
    if (command === "store-grade" && view.tab === "grade") void store({ next: false });
    else if (command === "analyze" && scene.predictions.length > 0 && !tools.analyzing) analyze();
    else if (command === "undo") undo();
    else if (command === "redo") redo();
    else if (command === "remove-box" && chosen) edits.remove();
    else return viewCommand(command, { view, scene, chosen, canvas: canvas.current, nudge, dispatch });
    return true;
  });

  const chooserPlace = chooser && ("box" in chooser ? chooser.box : chosen);
  const done = undoEdit(page.history);
  const undone = redoEdit(page.history);
  return (
    <div className="ce-main">
      <Toolbar
        tool={tool}
        layers={layers}
        ready={ready}
        hasPredictions={scene.predictions.length > 0}
        problems={scene.problems.length}
        analyzing={tools.analyzing}
        stale={page.stale}
        undo={moved ? "move the box" : done && describeEdit(done)}
        redo={undone && describeEdit(undone)}
        onTool={(next) => dispatch({ type: "tool", tool: next })}
        onToggle={(layer) => dispatch({ type: "toggle", layer })}
        onAnalyze={analyze}
        onUndo={undo}
        onRedo={redo}
        threshold={
          <ThresholdTool
            open={view.open === "threshold"}
            onOpenChange={(open) => dispatch({ type: "open", open: open ? "threshold" : null })}
            current={threshold}
            read={ready ? (analysis.read_threshold ?? "auto") : null}
            disabled={!analysis}
            filtered={tools.filterImage !== null}
            applying={tools.applying}
            detection={tools.detection}
            onApply={(choice) => void tools.applyFilter(choice)}
            onDetect={(choice) => void detect(choice)}
            onShowPhoto={tools.showPhoto}
          />
        }
        legend={
          <LegendTool
            open={view.open === "legend"}
            onOpenChange={(open) => dispatch({ type: "open", open: open ? "legend" : null })}
            predictions={scene.predictions}
            disabled={!ready}
            onPick={(palette) => dispatch({ type: "tool", tool: "add", palette })}
          />
        }
      />
      <section className="ce-stage" aria-label="Page" data-tool={tool}>
        <PictureCanvas
          ref={canvas}
          content={content}
          label={`${submission.filename}: ${scene.predictions.length} boxes, ${flagged} flagged`}
          events={{
            select: (id) => dispatch({ type: "select", id, edit: true }),
            addBox: edits.draw,
            changeBox: edits.place,
            view: setViewport,
          }}
        />
        {chooserPlace && canvas.current && (
          <ClassChooser
            place={canvas.current.screenBox(chooserPlace)}
            current={
              chooser && "id" in chooser && chosen
                ? {
                    className: chosen.class_name,
                    confidence: chosen.confidence,
                    flagged: isFlagged(chosen, confidence),
                    label: edits.labelOf(chosen.id),
                  }
                : null
            }
            onChoose={edits.chooseClass}
            onRename={edits.rename}
            onRemove={edits.remove}
            onClose={() => dispatch({ type: "close-chooser" })}
            onFocusBack={focusBack}
          />
        )}
        <StageNotice
          analysis={analysis}
          error={page.analysisError ?? pictureError}
          loading={!picture && !pictureError}
          detection={tools.detection}
          palette={tool === "add" ? (view.palette ?? "box") : null}
          onDetect={() => void detect({ value: threshold, mode: "single" })}
          onRetry={() => void page.refresh("other")}
        />
        <p className="ce-announce" aria-live="polite">
          {chosen && announcement(chosen, confidence)}
        </p>
        <CanvasBar
          confidence={confidence}
          flagged={flagged}
          total={scene.predictions.length}
          zoom={viewport?.zoom ?? 1}
          onConfidence={(value) => dispatch({ type: "confidence", value })}
          onCommand={(command) =>
            viewCommand(command, { view, scene, chosen, canvas: canvas.current, nudge, dispatch })
          }
        />
      </section>
      <AssessmentPanel
        tab={view.tab}
        submission={submission}
        analysis={analysis}
        grade={grade}
        gradeError={page.gradeError}
        keys={task.answer_keys.find(({ item }) => item === itemLabel(submission.item_number)) ?? null}
        stale={page.stale}
        problem={problem}
        loadNetlist={loadNetlist}
        signals={view.signals}
        canShowSignals={possibleSignals !== null}
        draft={grading.draft}
        saving={grading.saving}
        hasNext={next !== null}
        onDraft={grading.change}
        onGrade={(options) => void store(options)}
        onSignals={(on) => dispatch({ type: "signals", on })}
        onTab={(tab) => dispatch({ type: "tab", tab })}
        onProblem={(index) => {
          dispatch({ type: "problem", index });
          const box = index === null ? null : scene.problems[index]?.box;
          if (box) canvas.current?.reveal(box);
        }}
        onRetryGrade={() => void page.refresh("other")}
      />
    </div>
  );
}

function announcement(prediction: ScenePrediction, confidence: number): string {
  const percent = Math.round(prediction.confidence * 100);
  return `${prediction.class_name}, ${percent} percent${isFlagged(prediction, confidence) ? ", flagged" : ""}`;
}
