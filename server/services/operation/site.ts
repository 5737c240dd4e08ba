import type { AppContext } from "../../context.ts";
import type { Site } from "../../contract/system.ts";

/** What every page may know about this installation. */
export function siteOf({ config, provider }: Pick<AppContext, "config" | "provider">): Site {
  const { universityDomain, signUp, supportEmail, manualUrl, timezone, localPasswords, smtpUrl } = config;
  return {
    university_domain: universityDomain,
    sign_up: signUp,
    sign_on: provider && { name: provider.name, reachable: provider.isReachable() },
    local_passwords: localPasswords,
    mails: smtpUrl !== undefined,
    support_email: supportEmail,
    manual_url: manualUrl,
    timezone,
  };
}
