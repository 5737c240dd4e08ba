import { call, messageOf } from "../../api.ts";
import { toast, usePart } from "../../store.ts";
import { useEvaluator, useSubmission, whileStoring } from "./evaluator-store.ts";
import { usePage } from "./use-page.ts";

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
