/**
 * The evaluator's commands, each with its keys: the keyboard, the buttons' hints and the help sheet all use this list.
 */
interface Command<Id = string> {
  readonly id: Id;
  readonly label: string;
  readonly group: (typeof COMMAND_GROUPS)[number];
  /** `Mod` means Ctrl, or Cmd on a Mac. Letters as they are typed. */
  readonly keys: readonly string[];
}

export const COMMAND_GROUPS = ["Submissions", "View", "Boxes", "Assessment", "Help"] as const;

const TABLE = [
  { id: "next", label: "Next submission", group: "Submissions", keys: ["n"] },
  { id: "previous", label: "Previous submission", group: "Submissions", keys: ["p"] },
  { id: "next-ungraded", label: "Next submission without a grade", group: "Submissions", keys: ["Shift+N"] },
  { id: "find", label: "Find a submission", group: "Submissions", keys: ["/"] },
  { id: "zoom-in", label: "Zoom in", group: "View", keys: ["+", "="] },
  { id: "zoom-out", label: "Zoom out", group: "View", keys: ["-"] },
  { id: "fit", label: "Fit the page", group: "View", keys: ["0"] },
  { id: "fit-drawing", label: "Fit the drawing", group: "View", keys: ["9"] },
  { id: "left", label: "Page or chosen box to the left", group: "View", keys: ["ArrowLeft"] },
  { id: "right", label: "Page or chosen box to the right", group: "View", keys: ["ArrowRight"] },
  { id: "up", label: "Page or chosen box up", group: "View", keys: ["ArrowUp"] },
  { id: "down", label: "Page or chosen box down", group: "View", keys: ["ArrowDown"] },
  { id: "toggle-predictions", label: "Toggle Predictions", group: "View", keys: ["d"] },
  { id: "toggle-wires", label: "Show wires and names", group: "View", keys: ["w"] },
  { id: "toggle-problems", label: "Show problems", group: "View", keys: ["m"] },
  { id: "wide", label: "Wide view: fold the panel away", group: "View", keys: ["Shift+W"] },
  { id: "select-tool", label: "Select", group: "Boxes", keys: ["v"] },
  { id: "hand-tool", label: "Move the page", group: "Boxes", keys: ["h"] },
  { id: "add-tool", label: "Add box", group: "Boxes", keys: ["b"] },
  { id: "wire-tool", label: "Correct wires", group: "Boxes", keys: ["e"] },
  { id: "erase-tool", label: "Erase wires", group: "Boxes", keys: ["r"] },
  { id: "next-box", label: "Next box, or place of the wires", group: "Boxes", keys: ["."] },
  { id: "previous-box", label: "Previous box, or place of the wires", group: "Boxes", keys: [","] },
  { id: "next-flagged", label: "Next flagged box", group: "Boxes", keys: ["f"] },
  { id: "edit-box", label: "Choose the box's class", group: "Boxes", keys: ["Enter"] },
  { id: "remove-box", label: "Remove the box", group: "Boxes", keys: ["Delete", "Backspace"] },
  { id: "narrower", label: "Box narrower", group: "Boxes", keys: ["Shift+ArrowLeft"] },
  { id: "wider", label: "Box wider", group: "Boxes", keys: ["Shift+ArrowRight"] },
  { id: "lower", label: "Box lower", group: "Boxes", keys: ["Shift+ArrowUp"] },
  { id: "higher", label: "Box higher", group: "Boxes", keys: ["Shift+ArrowDown"] },
  { id: "undo", label: "Undo", group: "Boxes", keys: ["Mod+z"] },
  { id: "redo", label: "Redo", group: "Boxes", keys: ["Mod+Shift+Z", "Mod+y"] },
  { id: "threshold", label: "Set Threshold", group: "Assessment", keys: ["t"] },
  { id: "legend", label: "Logic Gates", group: "Assessment", keys: ["l"] },
  { id: "analyze", label: "Analyze Circuit", group: "Assessment", keys: ["a"] },
  { id: "compare", label: "Compare Tables", group: "Assessment", keys: ["c"] },
  { id: "netlist", label: "Preview Netlist", group: "Assessment", keys: ["i"] },
  { id: "grade", label: "Grade Submission", group: "Assessment", keys: ["g"] },
  { id: "reading-1", label: "Choose reading A", group: "Assessment", keys: ["Shift+A"] },
  { id: "reading-2", label: "Choose reading B", group: "Assessment", keys: ["Shift+B"] },
  { id: "reading-3", label: "Choose reading C", group: "Assessment", keys: ["Shift+C"] },
  { id: "reading-4", label: "Choose reading D", group: "Assessment", keys: ["Shift+D"] },
  { id: "store-grade", label: "Store the grade shown", group: "Assessment", keys: ["Mod+Enter"] },
  { id: "help", label: "Keys", group: "Help", keys: ["?"] },
  { id: "escape", label: "Deselect the box, leave the tool or close the window", group: "Help", keys: ["Escape"] },
] as const satisfies readonly Command[];

export type CommandId = (typeof TABLE)[number]["id"];

export const COMMANDS: readonly Command<CommandId>[] = TABLE;

/** What each command does at the moment; nothing if it makes no sense. */
export type Actions = Partial<Record<CommandId, (() => void) | false>>;

export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/**
 * The command of a key press, or null. With `letters` off, plain characters are not commands: people who use speech
 * input, or whose hands slip, turn them off.
 *
 * @example
 * commandOf({ key: "z", ctrlKey: true, … }, { letters: true }); // "undo"
 */
export function commandOf(press: KeyPress, { letters }: { letters: boolean }): CommandId | null {
  const name = keyName(press);
  if (name === null || (!letters && isCharacter(name))) return null;
  return COMMANDS.find(({ keys }) => keys.includes(name))?.id ?? null;
}

export function labelOf(id: CommandId): string {
  return commandWith(id).label;
}

/** A command's keys for a button's hint: "Ctrl + Z". */
export function keyHint(id: CommandId): string {
  return keyWords(commandWith(id).keys[0]!);
}

export function keyWords(key: string): string {
  return key
    .split(/\+(?=.)/)
    .map((part) => KEY_WORDS[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(" + ");
}

export function ariaKeys(id: CommandId): string {
  return commandWith(id).keys[0]!.replace("Mod", "Control");
}

function commandWith(id: CommandId): Command {
  return COMMANDS.find((command) => command.id === id)!;
}

const KEY_WORDS: Readonly<Record<string, string>> = {
  Mod: "Ctrl",
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  "-": "−",
};

/**
 * A key press in the table's notation; shift is included for letters and named keys, not if it only produces another
 * character.
 */
function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | null {
  if (altKey) return null;
  const shifted = shiftKey && (key.length > 1 || /^\p{L}$/u.test(key)) ? "Shift+" : "";
  const letter = key.length === 1 && !shifted ? key.toLowerCase() : key;
  return `${ctrlKey || metaKey ? "Mod+" : ""}${shifted}${shifted && key.length === 1 ? key.toUpperCase() : letter}`;
}

function isCharacter(name: string): boolean {
  return name.length === 1 || /^Shift\+.$/.test(name);
}
