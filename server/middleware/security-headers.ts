import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { AppEnv } from "../environment.ts";
import { DEVICE_THEME, EARLY_PRESS, LAST_SUBMISSION } from "../pages/document.ts";

/** Headers on every response; a handler that sets one of them itself wins. */
export function securityHeaders(origin: string): MiddlewareHandler<AppEnv> {
  const https = origin.startsWith("https:");
  const headers = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...[DEVICE_THEME, EARLY_PRESS, LAST_SUBMISSION].map(hashOf)],
      // The component library positions its menus with style attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", "blob:", "data:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: "same-origin",
    xFrameOptions: "DENY",
    strictTransportSecurity: https && "max-age=31536000; includeSubDomains",
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
    overwrite: false,
  });
  return async (c, next) => {
    await (headers as MiddlewareHandler<AppEnv>)(c, next);
    // A browser that goes back may use even a redirection again, and what it says depends on who is logged in.
    if (!c.res.headers.has("cache-control")) c.header("Cache-Control", "no-store");
  };
}

/** A script in the document that the policy allows. */
function hashOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}
