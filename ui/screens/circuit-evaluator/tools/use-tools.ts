import { LIMITS } from "../../../../core/rules/limits.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { ApiError, call, messageOf } from "../../../api.ts";
import { confirmFirst, toast, usePart } from "../../../store.ts";
import { useNudge } from "../corrections/use-edits.ts";
import { type EvaluatorState, type EvaluatorStore, useEvaluator, useSubmission } from "../evaluator-store.ts";
import { type Renewal, usePage } from "../use-page.ts";
import { useReading } from "../use-reading.ts";
import { type DetectionState, detectionQuestion, type ThresholdChoice } from "./tool-parts.tsx";

export function useTools() {
  const { id: fileId } = useSubmission();
  const { store, task, reload } = useEvaluator();
  // The server must not read a box at its old place: `settled` resolves when it has every correction.
  const { analysis, settled, revisionNow, refresh } = usePage();
  const detection = usePart(store, "detections").get(fileId) ?? "idle";
  const filter = usePart(store, "filter");
  const nudge = useNudge();
  const reading = useReading();

  async function onDone(after: Renewal): Promise<void> {
    await Promise.all([refresh(after), reload()]);
  }

  function setDetection(state: DetectionState): void {
    store.set("detections", (before) => new Map(before).set(fileId, state));
  }

  async function detect({ value, mode }: ThresholdChoice): Promise<void> {
    setDetection("processing");
    try {
      await settled();
      const seen = revisionNow();
      await call("setFilterThreshold", { body: { thresholdValue: value, mode, fileId } });
      await call("processDetection", { params: { fileId }, body: { mode, seen } });
      await onDone("detected");
      setDetection("completed");
      setTimeout(() => setDetection("idle"), LIMITS.detectionCompletedSeconds * 1000);
    } catch (error) {
      // The specification's text sends the user there.
      console.error(error);
      setDetection("idle");
      const isCorrected = error instanceof ApiError && error.code === "page-corrected";
      toast(isCorrected ? error.message : TEXTS.detection.failed, "error");
      if (isCorrected) await onDone("other");
    }
  }

  /** Reads the page again. This discards corrections and may change many proposals, so it asks first. */
  function askToDetect(choice: ThresholdChoice): void {
    const edited = nudge.isMoving || (analysis?.edited ?? false);
    nudge.settle();
    const question = detectionQuestion(choice, { edited, pages: task.total_submissions });
    if (question === null) void detect(choice);
    else confirmFirst({ ...question, action: "Start Detection", run: () => void detect(choice) });
  }

  async function analyze(): Promise<void> {
    nudge.settle();
    if (await reading.read()) toast(TEXTS.detection.analysed);
  }

  async function applyFilter({ value, mode }: ThresholdChoice): Promise<void> {
    store.set("applying", () => true);
    try {
      const body = { thresholdValue: value, mode, fileId };
      const response = await call("setFilterThreshold", { body });
      showFilter(store, { fileId, url: URL.createObjectURL(await response.blob()) });
      await onDone("other");
      toast(TEXTS.detection.filterApplied);
    } catch (error) {
      toast(messageOf(error), "error");
    } finally {
      store.set("applying", () => false);
    }
  }

  return {
    detection,
    applying: usePart(store, "applying"),
    filterImage: filter?.fileId === fileId ? filter.url : null,
    askToDetect,
    analyze,
    applyFilter,
    showPhoto: () => showFilter(store, null),
  };
}

/** Shows a filter image, or the photo again; frees the memory of the earlier image. */
export function showFilter(store: EvaluatorStore, filter: EvaluatorState["filter"]): void {
  const before = store.get("filter");
  store.set("filter", () => filter);
  if (before) URL.revokeObjectURL(before.url);
}
