import type { Config } from "../../config.ts";
import type { Site } from "../../contract/system.ts";

/** What every page may know about this installation. */
export function siteOf({ universityDomain, signUp, supportEmail, manualUrl, timezone }: Config): Site {
  return {
    university_domain: universityDomain,
    sign_up: signUp,
    support_email: supportEmail,
    manual_url: manualUrl,
    timezone,
  };
}
