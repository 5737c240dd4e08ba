import { dashboardPath } from "../../contract/pages.ts";
import { FAILURE_PARAMETER, type SignOnFailure } from "../../contract/sign-on-failures.ts";
import { giveDeviceCookie, knownDevice, SIGN_ON } from "../../middleware/device-cookie.ts";
import { signIn } from "../../middleware/session-cookie.ts";
import { giveSignOnCookie, takeSignOnCookie } from "../../middleware/sign-on-cookie.ts";
import { RATES } from "../../rates.ts";
import type { Router } from "../../router.ts";
import { beginSignOn, finishSignOn, signOnLink, unlinkSignOn } from "../../services/accounts/sign-on/sign-on.ts";

/** What the audit log says next to "Signed on". */
const DETAILS = { "signed-on": undefined, linked: "linked the account", created: "made the account" } as const;

/** Single sign-on: the way to the provider and back. A person sees failures on the log-in page. */
export function signOnRoutes({ on }: Router): void {
  on("startSignOn", async ({ context, c, address }) => {
    const device = knownDevice(c, context, SIGN_ON);
    // A whole campus may share the address: what strangers begin there does not count against a known browser.
    if (device === null) await context.limiter.take(`sign-on:${address}`, RATES.signOnByAddress);
    else await context.limiter.take(`sign-on-device:${device}`, RATES.signOnByDevice);
    const begun = await beginSignOn(context);
    if (begun === null) return c.redirect(failurePath("unavailable"));
    giveSignOnCookie(c, context, begun.token);
    return c.redirect(begun.url.href);
  });

  on("finishSignOn", async ({ context, query, c, address }) => {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const token = takeSignOnCookie(c, context);
    const found = await finishSignOn(context, { token, answer: new URLSearchParams(given) });
    if (found.user) c.set("aboutEmail", found.user.email);
    if ("failure" in found) {
      if (found.failure === "expired") await context.limiter.take(`sign-on-none:${address}`, RATES.signOnByAddress);
      c.set("auditOutcome", found.failure);
      context.log.info("sign-on-failed", { user: found.user?.id, failure: found.failure, address });
      return c.redirect(failurePath(found.failure));
    }
    const { user, did } = found;
    c.set("auditDetail", DETAILS[did]);
    await signIn(c, context, { userId: user.id, signedOn: true });
    if (knownDevice(c, context, SIGN_ON) === null) giveDeviceCookie(c, context, SIGN_ON);
    context.log.info("login", { user: user.id, address, signOn: did });
    return c.redirect(dashboardPath(user.id));
  });

  on("getSignOnLink", ({ context, user }) => signOnLink(context, user.id));

  on("unlinkSignOn", async ({ context, params }) => {
    const email = await unlinkSignOn(context, params.accountId);
    return { message: `${email} is no longer linked to single sign-on.` };
  });
}

function failurePath(failure: SignOnFailure): string {
  return `/auth?${new URLSearchParams({ [FAILURE_PARAMETER]: failure })}`;
}
