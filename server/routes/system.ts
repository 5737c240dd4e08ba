import { PROGRAM_VERSION } from "../../core/rules/program-version.ts";
import { METRICS_TYPE } from "../adapters/metrics.ts";
import { type OpenApiDocument, openApiDocument } from "../openapi/document.ts";
import { Refusal } from "../refusal.ts";
import type { Router } from "../router.ts";
import { gaugesOf } from "../services/operation/gauges.ts";
import { createReadiness, type Readiness } from "../services/operation/readiness.ts";
import { siteOf } from "../services/operation/site.ts";

/** What pages and watchdogs ask about the installation itself. */
export function systemRoutes({ on }: Router): void {
  // It costs as much as a page; nothing of it changes while the server runs.
  let document: OpenApiDocument | null = null;
  let readiness: Readiness | null = null;

  on("health", async ({ context }) => {
    try {
      await context.db.ping();
    } catch (error) {
      context.log.error("unhealthy", error);
      throw new Refusal(503, { code: "unhealthy", message: "The database does not answer." });
    }
    return { status: "ok" as const };
  });

  on("ready", async ({ context }) => {
    readiness ??= createReadiness(context);
    return { status: "ready" as const, parts: await readiness.require() };
  });

  on("metrics", async ({ context }) => {
    const text = context.measures.text(await gaugesOf(context));
    return new Response(text, { headers: { "Content-Type": METRICS_TYPE } });
  });

  on("openapi", async ({ context }) => {
    document ??= openApiDocument({ origin: context.config.origin, version: PROGRAM_VERSION });
    return { ...document };
  });

  on("getSite", async ({ context }) => siteOf(context));
}
