import type { PageChosen } from "../../core/corrections/chosen-record.ts";
import type { PageCorrections } from "../../core/corrections/corrections-record.ts";
import { DEFAULT_CERTAINTY } from "../../core/rules/certainty.ts";
import { studentIdRule } from "../../core/rules/students/student-id.ts";
import { loadAssignments } from "../inputs/load-assignments.ts";
import { loadCorrections } from "../inputs/load-corrections.ts";
import { loadDecisions } from "../inputs/load-decisions.ts";
import { loadRoster, type RosterSurroundings } from "../inputs/load-roster.ts";
import type { GradingRules } from "./grade-page.ts";

/** The files and settings that a batch is graded with, as the user named them. */
export interface SettingOptions {
  readonly roster?: string;
  readonly restoreZeros?: boolean;
  /** A CSV file that says whose pages are. */
  readonly assign?: string;
  /** A `corrections.json`: what people have corrected of the pages. */
  readonly corrections?: string;
  /** Percent. */
  readonly certainty?: number;
  readonly decisions?: string;
  readonly hideNames?: boolean;
}

/** All that a batch's grades depend on, apart from its pages and what is settled in its folder. */
export interface BatchSettings {
  readonly rules: GradingRules;
  readonly corrections: readonly PageCorrections[];
  /** Readings that were chosen in the web. */
  readonly chosen: readonly PageChosen[];
  /** The report has no names. */
  readonly hideNames: boolean;
  /** Whether each line of the roster was understood. */
  readonly wholeRoster: boolean;
  /** The lists' paths, for messages about them. */
  readonly lists: Pick<SettingOptions, "assign" | "corrections">;
}

/** @throws {CommandFailure} if one of the files is missing or wrong. */
export async function loadSettings(
  options: SettingOptions,
  { task, ...surroundings }: Omit<RosterSurroundings, "restoresZeros">,
): Promise<BatchSettings> {
  const { roster: list, restoreZeros: restoresZeros, assign, decisions } = options;
  const roster = list === undefined ? null : await loadRoster(list, { task, restoresZeros, ...surroundings });
  const ids = studentIdRule(task.student_id_pattern);
  const { pages: corrections, chosen } =
    options.corrections === undefined ? { pages: [], chosen: [] } : await loadCorrections(options.corrections);
  return {
    rules: {
      task,
      roster: roster?.students ?? null,
      keys: signingKeys(),
      certainty: options.certainty ?? DEFAULT_CERTAINTY,
      ...(decisions !== undefined && { decisions: await loadDecisions(decisions) }),
      ...(assign !== undefined && { assignments: await loadAssignments(assign, ids) }),
    },
    corrections,
    chosen,
    hideNames: options.hideNames ?? false,
    wholeRoster: roster?.isWhole ?? true,
    lists: {
      ...(assign !== undefined && { assign }),
      ...(options.corrections !== undefined && { corrections: options.corrections }),
    },
  };
}

/** A server's secret, which may have signed templates as well as the task's own key. */
export function signingKeys(): readonly string[] {
  return process.env.TEMPLATE_SECRET ? [process.env.TEMPLATE_SECRET] : [];
}
