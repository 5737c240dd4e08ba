import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isNotNull } from "drizzle-orm";
import type { Config } from "../config.ts";
import type { Query } from "../db/client.ts";
import { secondFactors, tasks } from "../db/schema.ts";

export interface MissingSecret {
  /** The file's name in the data folder. */
  readonly file: string;
  /** What is refused once the server has made another one. */
  readonly effect: string;
}

/** The secrets that something in the database was made with, and that the data folder does not have. */
export async function missingSecrets(
  { dataDir, templateSecret }: Pick<Config, "dataDir" | "templateSecret">,
  query: Query,
): Promise<MissingSecret[]> {
  const missing: MissingSecret[] = [];
  const lacks = async (file: string) => (await stat(join(dataDir, file)).catch(() => null)) === null;
  if (templateSecret === undefined && (await lacks("template-secret"))) {
    const [task] = await query.select({ id: tasks.id }).from(tasks).limit(1);
    if (task) missing.push({ file: "template-secret", effect: "Sheets that were printed before are refused." });
  }
  if (await lacks("second-factor-secret")) {
    const confirmed = isNotNull(secondFactors.confirmedAt);
    const [factor] = await query.select({ userId: secondFactors.userId }).from(secondFactors).where(confirmed).limit(1);
    if (factor) missing.push({ file: "second-factor-secret", effect: "Codes of apps are refused at log-in." });
  }
  return missing;
}
