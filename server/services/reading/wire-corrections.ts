import { MOST_CORRECTIONS } from "../../../core/corrections/correction-schemas.ts";
import { correct, foldWords } from "../../../core/page-record/fold.ts";
import { changeCorrections, differenceOf } from "../../../core/wires/correct/change-corrections.ts";
import type { WireCorrection } from "../../../core/wires/correct/wire-correction.ts";
import type { AppContext } from "../../context.ts";
import type { CircuitAnalysis } from "../../contract/results/detection.ts";
import type { SessionUser } from "../../environment.ts";
import { Refusal } from "../../refusal.ts";
import { correctAnalysis } from "./correct-analysis.ts";
import { circuitData } from "./detection.ts";
import { readNow } from "./reading.ts";

interface Correcting {
  readonly user: SessionUser;
  readonly analysisId: string;
  /** What applies to the page from now on. */
  readonly corrections: readonly WireCorrection[];
  /** What the person saw before: what others said meanwhile stays. Undefined: everything else is replaced. */
  readonly seen: readonly WireCorrection[] | undefined;
}

/** Changes a person's corrections of the wires, and reads the page again with them and with those of its predictions. */
export async function correctWires(
  context: AppContext,
  { user, analysisId, corrections, seen }: Correcting,
): Promise<CircuitAnalysis> {
  const { submission } = await correctAnalysis(context, { user, analysisId }, ({ said }) => {
    const { wires = [] } = correct([], foldWords(said).corrections).corrections;
    const changed = seen ? changeCorrections(wires, { from: seen, to: corrections }) : corrections;
    if (changed.length > MOST_CORRECTIONS.wires) throw tooMany();
    const { add, drop } = differenceOf(wires, changed);
    return add.length + drop.length === 0 ? null : { statements: [{ kind: "wires", add, drop }] };
  });
  await readNow(context, submission, { gates: "kept" });
  return circuitData(context, user.id, submission.id);
}

function tooMany(): Refusal {
  const message = "The page was corrected meanwhile, and has too many corrections with yours.";
  return new Refusal(409, { code: "too-many-corrections", message });
}
