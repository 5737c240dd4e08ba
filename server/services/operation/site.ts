import type { AppContext } from "../../context.ts";
import type { Site } from "../../contract/system.ts";
import { asksDomain, signUpDomain } from "../accounts/sign-up-domain.ts";

/** What every page may know about this installation. */
export async function siteOf(context: Pick<AppContext, "config" | "db" | "provider">): Promise<Site> {
  const { config, provider } = context;
  const { signUp, supportEmail, manualUrl, timezone, localPasswords, smtpUrl } = config;
  const domain = await signUpDomain(context);
  return {
    university_domain: domain,
    asks_domain: await asksDomain(context),
    sign_up: domain === null ? "closed" : signUp,
    sign_on: provider && { name: provider.name, reachable: provider.isReachable() },
    local_passwords: localPasswords,
    mails: smtpUrl !== undefined,
    support_email: supportEmail,
    manual_url: manualUrl,
    timezone,
  };
}
