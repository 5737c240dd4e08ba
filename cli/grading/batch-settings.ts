import { DEFAULT_CERTAINTY } from "../../core/rules/certainty.ts";
import { studentIdRule } from "../../core/rules/students/student-id.ts";
import { loadAssignments } from "../inputs/load-assignments.ts";
import { loadCorrections } from "../inputs/load-corrections.ts";
import { loadDecisions } from "../inputs/load-decisions.ts";
import { type ListOptions, loadRoster, type RosterSurroundings } from "../inputs/load-roster.ts";
import type { SaidPage } from "../reading/messages.ts";
import type { GradingRules } from "./grade-page.ts";

/** The files and settings that a batch is graded with, as the user named them. */
export interface SettingOptions extends ListOptions {
  readonly roster?: string;
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
  /** What was said in the web of the pages' readings. */
  readonly web: readonly SaidPage[];
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
  { task, ...surroundings }: Omit<RosterSurroundings, "list">,
): Promise<BatchSettings> {
  const { assign, decisions } = options;
  const roster =
    options.roster === undefined ? null : await loadRoster(options.roster, { task, list: options, ...surroundings });
  const ids = studentIdRule(task.student_id_pattern);
  return {
    rules: {
      task,
      roster: roster?.students ?? null,
      keys: signingKeys(),
      certainty: options.certainty ?? DEFAULT_CERTAINTY,
      ...(decisions !== undefined && { decisions: await loadDecisions(decisions) }),
      ...(assign !== undefined && { assignments: await loadAssignments(assign, ids) }),
    },
    web: options.corrections === undefined ? [] : await loadCorrections(options.corrections),
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
