import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { QrContent } from "../../../core/template/parse-qr-text.ts";
import { formatQrText } from "../../../core/template/qr-text.ts";
import { ANA } from "../accounts.ts";
import type { SpawnedServer } from "./spawned-server.ts";

type Address = Pick<SpawnedServer, "address" | "dataDir">;

/** Creates an account as the command does, with the token in the data folder. */
export async function createInstructor({ address, dataDir }: Address, account = ANA): Promise<typeof ANA> {
  const token = (await readFile(join(dataDir, "admin-token"), "utf8")).trim();
  const response = await fetch(`${address}/admin/create-user`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(account),
  });
  if (!response.ok) throw new Error(await response.text());
  return account;
}

/** The text in the QR code of a task item's template on a spawned server that keeps its secret in its data folder. */
export async function spawnedQrText(
  { origin, dataDir }: Pick<SpawnedServer, "origin" | "dataDir">,
  content: QrContent,
): Promise<string> {
  const secret = (await readFile(join(dataDir, "template-secret"), "utf8")).trim();
  return formatQrText(content, { origin, secret });
}
