import { readFile } from "node:fs/promises";
import { openApiDocument } from "../openapi/document.ts";
import { Refusal } from "../refusal.ts";
import type { Router } from "../router.ts";

/** What pages and watchdogs ask about the installation itself. */
export function systemRoutes({ on }: Router): void {
  on("health", async ({ context }) => {
    try {
      await context.db.ping();
    } catch (error) {
      context.log.error("unhealthy", error);
      throw new Refusal(503, { code: "unhealthy", message: "The database does not answer." });
    }
    return { status: "ok" as const };
  });

  on("openapi", async ({ context }) => {
    const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
    return { ...openApiDocument({ origin: context.config.origin, version }) };
  });

  on("getSite", async ({ context }) => {
    const { universityDomain, supportEmail, timezone } = context.config;
    return { university_domain: universityDomain, support_email: supportEmail, timezone };
  });
}
