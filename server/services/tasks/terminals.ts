import { QR_BYTES } from "../../../core/template/layout.ts";
import { formatQrText } from "../../../core/template/qr-text.ts";
import { terminalsOf } from "../../../core/template/terminals.ts";
import type { Config } from "../../config.ts";
import { refuseIssues } from "../../refusal.ts";
import type { ItemKeys } from "./task-items.ts";

/** As long as those of tasks and students. */
const OWNER = { taskId: "x".repeat(22), studentId: "00000000" };

/** Refuses names of inputs and outputs that have no room in the QR code of a sheet with terminals. */
export function refuseLongNames({ origin }: Pick<Config, "origin">, items: ReadonlyMap<number, ItemKeys>): void {
  const issues = [...items].flatMap(([item, { names, keys }]) => {
    const content = { ...OWNER, item, terminals: terminalsOf({ names, keys: keys.length }) };
    const over = formatQrText(content, { origin, secret: "" }).length - QR_BYTES;
    if (over <= 0) return [];
    const message = `The sheet's code has no room for these names: make them ${over} characters shorter in all, or print no names at the border.`;
    return [{ code: "names-too-long", field: `items[${item - 1}].names.inputs`, message }];
  });
  refuseIssues(issues);
}
