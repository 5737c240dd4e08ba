import { useEffect, useEffectEvent } from "react";
import { call, messageOf } from "../../api.ts";
import { toast, usePart } from "../../store.ts";
import {
  type EvaluatorStore,
  setUnread,
  useEvaluator,
  useSubmission,
  whileReading,
  whileStoring,
} from "./evaluator-store.ts";
import { usePage } from "./use-page.ts";

/** How long after the last change the page is read again: several boxes are usually changed one after the other. */
const REST_MS = 600;

export function useReading() {
  const { id: fileId } = useSubmission();
  const { store, reload } = useEvaluator();
  const { stale, analysis, settled, refresh } = usePage();
  const working = usePart(store, "reading").has(fileId);
  const failed = usePart(store, "unread").get(fileId) === "failed";

  /** False if it failed. */
  async function read(): Promise<boolean> {
    return whileReading(store, fileId, async () => {
      try {
        await settled();
        await call("analyzeCircuit", { params: { fileId } });
        setUnread(store, fileId, null);
        await Promise.all([refresh("other"), reload()]);
        return true;
      } catch (error) {
        setUnread(store, fileId, "failed");
        toast(messageOf(error), "error");
        await refresh("other");
        return false;
      }
    });
  }

  return {
    /** The page is read again now, or will be in a moment. */
    busy: working || (stale && analysis?.state === "done" && !failed),
    failed: stale && failed,
    read,
  };
}

/** Reads the page again when the changes rest, also those from an earlier visit; and when the page is left before. */
export function useReadingAgain(): void {
  const { id: fileId } = useSubmission();
  const { store } = useEvaluator();
  const { stale, analysis } = usePage();
  const { failed, read } = useReading();
  const working = usePart(store, "reading").has(fileId);
  const isDue = stale && analysis?.state === "done" && !working && !failed;
  const readLate = useEffectEvent(() => void read());

  // Each change is another analysis, and starts the time again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the analysis is what the effect is about
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(readLate, REST_MS);
    return () => clearTimeout(timer);
  }, [isDue, analysis]);

  // A failure then is shown when the page is opened again.
  useEffect(() => () => void readLeft(store, fileId), [store, fileId]);
}

async function readLeft(store: EvaluatorStore, fileId: string): Promise<void> {
  if (store.get("unread").get(fileId) !== "changed") return;
  setUnread(store, fileId, null);
  await store.get("sending");
  await call("analyzeCircuit", { params: { fileId } }).catch(() => null);
}

export function useReadingChoice() {
  const { id: fileId, filename, graded } = useSubmission();
  const { store, reload } = useEvaluator();
  const { grade, settled, refresh } = usePage();
  const busy = usePart(store, "storing").has(fileId);

  async function answer(send: () => Promise<string>): Promise<void> {
    if (store.get("storing").has(fileId)) return;
    await whileStoring(store, fileId, async () => {
      try {
        await settled();
        toast(await send());
      } catch (error) {
        toast(messageOf(error), "error");
      }
      await Promise.all([refresh("other"), reload()]);
    });
  }

  return {
    question: graded ? null : (grade?.question ?? null),
    chosen: grade?.chosen ?? null,
    busy,
    choose: (reading: string) =>
      answer(async () => {
        const done = await call("chooseReading", { params: { fileId }, body: { reading } });
        return `Grade ${done.total_grade}/${grade?.maximum_grade} stored for ${filename}. ${done.reading}`;
      }),
    takeBack: () =>
      answer(async () => {
        const { total_grade: total } = await call("takeBackReading", { params: { fileId } });
        return `${filename} is read by the machine again; ${total === null ? "it has no grade" : `its grade is ${total}`}.`;
      }),
  };
}
