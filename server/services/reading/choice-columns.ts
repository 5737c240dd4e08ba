import type { ChosenReading } from "../../db/tables/submissions.ts";
import type { Submission } from "../submissions/submissions.ts";
import { type Analysis, chosenColumns } from "./analyses.ts";

/**
 * The columns of an analysis whose reading a person has chosen, whether in the web or elsewhere. What the page was
 * before the first choice counts again if the choice is taken back.
 */
export function choiceColumns(
  { chosen: earlier, revision, ...analysis }: Analysis,
  said: Omit<ChosenReading, "instead">,
  { graded, totalGrade }: Pick<Submission, "graded" | "totalGrade">,
) {
  const { inputs, outputs, problems, wires, netlist, confidence } = analysis;
  const read = { inputs, outputs, problems, wires, netlist, confidence };
  const instead = earlier?.instead ?? { reading: read, graded, totalGrade };
  return {
    ...chosenColumns(said, instead.reading),
    chosen: { ...said, instead },
    takenBack: null,
    revision: revision + 1,
    updatedAt: said.at,
  };
}
