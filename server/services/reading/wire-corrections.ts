import type { WireCorrection } from "../../../core/wires/correct/wire-correction.ts";
import type { AppContext } from "../../context.ts";
import type { CircuitAnalysis } from "../../contract/results/detection.ts";
import { gradedSubmission } from "../access/task-access.ts";
import { circuitData } from "./detection.ts";
import { changeAnalysis } from "./predictions.ts";
import { readNow } from "./reading.ts";

/**
 * Puts a person's corrections of the wires in the place of the earlier ones and reads the page again with them and with
 * the corrections of its predictions.
 */
export async function correctWires(
  context: AppContext,
  { userId, analysisId, corrections }: { userId: string; analysisId: string; corrections: readonly WireCorrection[] },
): Promise<CircuitAnalysis> {
  const fileId = await changeAnalysis(context, { userId, analysisId, set: { wireCorrections: corrections } });
  const { submission } = await gradedSubmission(context, userId, fileId);
  await readNow(context, submission, { discardsCorrections: false });
  return circuitData(context, userId, fileId);
}
