import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type Command, InvalidArgumentError, type Option } from "commander";
import { parseJson } from "../core/rules/files/parse-json.ts";
import { repeatedKeyIssues } from "../core/rules/files/repeated-keys.ts";
import { mustBeCorrected } from "./exit-codes.ts";
import { fullName, leafCommands, shownOptions } from "./help/command-tree.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where defaults of options are kept: CIRCUITGRADE_CONFIG, else in the user's folder for settings. */
export function configPath(environment: Environment): string {
  if (environment.CIRCUITGRADE_CONFIG) return environment.CIRCUITGRADE_CONFIG;
  const windows = process.platform === "win32" ? environment.APPDATA : undefined;
  const folder = environment.XDG_CONFIG_HOME || windows || join(homedir(), ".config");
  return join(folder, "circuitgrade", "config.json");
}

/**
 * Gives the program's options the defaults that the user's file names, by command:
 * `{ "grade": { "roster": "roster.csv", "jobs": 4 } }`. What is on the command line counts before them. Returns the
 * path, or null if there is no such file.
 *
 * @throws {CommandFailure} 2 if the file is wrong; every fault is named.
 */
export function applyConfig(program: Command, environment: Environment): string | null {
  const path = configPath(environment);
  const text = textOf(path, environment);
  if (text === null) return null;
  const config = parsed(path, text);
  const commands = new Map(leafCommands(program).map((command) => [fullName(command), command]));
  const faults = Object.entries(config).flatMap(([name, options]) => {
    const command = commands.get(name);
    if (command === undefined) return [`there is no command "${name}"`];
    if (!isObject(options)) return [`${name}: an object of options is needed`];
    return Object.entries(options).flatMap(([key, value]) => setDefault(command, { key, value }));
  });
  if (faults.length > 0) throw mustBeCorrected(path, ...faults);
  return path;
}

/** A file that was named must be there; the usual one need not be. */
function textOf(path: string, { CIRCUITGRADE_CONFIG: named }: Environment): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" && !named) return null;
    throw error;
  }
}

function parsed(path: string, text: string): Record<string, unknown> {
  const json = parseJson(text);
  if (!json.ok) throw mustBeCorrected(path, ...json.issues.map(({ message }) => message));
  const repeated = repeatedKeyIssues(text).map(({ message }) => message);
  if (repeated.length > 0) throw mustBeCorrected(path, ...repeated);
  if (isObject(json.value)) return json.value;
  throw mustBeCorrected(path, "An object of commands is needed.");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function setDefault(command: Command, { key, value }: { key: string; value: unknown }): string[] {
  const option = shownOptions(command).find(({ long }) => long === `--${key}` && long !== "--help");
  const place = `${fullName(command)}: ${key}`;
  if (option === undefined) return [`${fullName(command)}: there is no option "${key}"`];
  const read = optionValue(option, value);
  if (typeof read === "string") return [`${place}: ${read}`];
  command.setOptionValueWithSource(option.attributeName(), read.value, "config");
  return [];
}

/** An option's value as the command line would have given it, or what is wrong with it. */
function optionValue(option: Option, value: unknown): { readonly value: unknown } | string {
  if (option.isBoolean()) return typeof value === "boolean" ? { value } : "true or false is needed";
  if (option.variadic) return Array.isArray(value) ? { value: value.map(String) } : "a list is needed";
  if (typeof value !== "string" && typeof value !== "number") return "a text or a number is needed";
  const text = String(value);
  if (option.argChoices && !option.argChoices.includes(text)) return `one of ${option.argChoices.join(", ")} is needed`;
  try {
    return { value: option.parseArg ? option.parseArg(text, undefined) : text };
  } catch (error) {
    if (error instanceof InvalidArgumentError) return error.message;
    throw error;
  }
}
