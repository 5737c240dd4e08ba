import { PROGRAM_VERSION } from "../../core/rules/program-version.ts";
import { type OpenApiDocument, openApiDocument } from "../openapi/document.ts";
import { Refusal } from "../refusal.ts";
import type { Router } from "../router.ts";

/** What pages and watchdogs ask about the installation itself. */
export function systemRoutes({ on }: Router): void {
  // It costs as much as a page; nothing of it changes while the server runs.
  let document: OpenApiDocument | null = null;

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
    document ??= openApiDocument({ origin: context.config.origin, version: PROGRAM_VERSION });
    return { ...document };
  });

  on("getSite", async ({ context }) => {
    const { universityDomain, supportEmail, timezone } = context.config;
    return { university_domain: universityDomain, support_email: supportEmail, timezone };
  });
}
