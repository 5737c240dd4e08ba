import { checkForgotPassword } from "../../../core/rules/accounts/account-fields.ts";
import type { AppContext } from "../../context.ts";
import { dashboardPath } from "../../contract/pages.ts";
import { TEXTS } from "../../contract/texts.ts";
import type { RequestContext } from "../../environment.ts";
import { giveDeviceCookie, knownDevice } from "../../middleware/device-cookie.ts";
import { signIn, takeSessionCookie } from "../../middleware/session-cookie.ts";
import { renderEntrance, renderVoidEntrance } from "../../pages/entrance-page.ts";
import { themeOf } from "../../pages/theme.ts";
import { RATES } from "../../rates.ts";
import { refuseIssues } from "../../refusal.ts";
import type { Router } from "../../router.ts";
import { authenticate, changePassword, userView, validatePassword } from "../../services/accounts/accounts.ts";
import { useEntrance } from "../../services/accounts/entrance.ts";
import { countWrongLink } from "../../services/accounts/mail-tokens.ts";
import { checkResetToken, recoveryInfo, resetPassword, sendReset } from "../../services/accounts/recovery.ts";
import { endOtherSessions, endSession, listSessions } from "../../services/accounts/sessions.ts";
import { signOffUrl } from "../../services/accounts/sign-on/sign-on.ts";
import {
  normalizeEmail,
  resendVerification,
  signUp,
  signUpFirst,
  verifyEmail,
} from "../../services/accounts/sign-up.ts";
import { countMail } from "../../services/notifications/mail-rates.ts";

const REGISTERED = "Please check your university inbox (and spam) to verify your email.";
const RESENT = "If this address waits for its confirmation, a new email is on its way.";
const RESET_SENT = "If there is an account with this address, an email with a link is on its way.";

/** Sign-up, log-in and recovery. No response reveals whether an account exists. */
export function authRoutes({ on }: Router): void {
  on("register", async ({ context, address, body, c }) => {
    c.set("aboutEmail", body.email);
    const { setup_token: token, open_domain: opensDomain, name, ...credentials } = body;
    if (token !== undefined) {
      await signUpFirst(context, { ...credentials, token, name, opensDomain });
      return { message: "Your account is ready. You can log in now.", verified: true };
    }
    await signUp(context, { ...credentials, address });
    return { message: REGISTERED, verified: false };
  });

  on("resendVerification", async ({ context, address, body, c }) => {
    refuseIssues(checkForgotPassword(body.email));
    await limitMails(c, { context, address, email: body.email });
    await resendVerification(context, body.email);
    return { message: RESENT };
  });

  on("verifyEmail", async ({ context, address, body, c }) => {
    if (await verifyEmail(context, body.token)) return { success: true, message: "Your email is verified." };
    await countWrongLink(context, address);
    const message = body.token === "" ? TEXTS.auth.noToken : TEXTS.auth.verificationFailed;
    return c.json({ success: false, message, error: { code: "token-invalid", message } }, 400);
  });

  on("login", async ({ context, address, body, c }) => {
    c.set("aboutEmail", body.email);
    const device = knownDevice(c, context, body.email);
    // A whole campus may share the address: guesses from there do not count against a known browser.
    if (device === null) await context.limiter.take(`login:${address}`, RATES.loginByAddress);
    const user = await authenticate(context, { ...body, address, device });
    await signIn(c, context, { userId: user.id, remember: body.remember, passwordHash: user.passwordHash });
    giveDeviceCookie(c, context, user.email);
    context.log.info("login", { user: user.id, address, remembered: body.remember });
    return { user: userView(user) };
  });

  // Chat programs and mail filters open links, too: only the button uses it up.
  on("showEntrance", async ({ context, c }) => c.html(await renderEntrance(themeOf(c, context.config.origin))));

  on("enter", async ({ context, query, c, session, address }) => {
    const account = await useEntrance(context, query.token);
    if (account === null) {
      c.set("auditOutcome", "link-void");
      // A browser that is signed in already needs no link.
      if (session) return c.redirect(query.page ?? dashboardPath(session.user.id), 303);
      await countWrongLink(context, address);
      return c.html(await renderVoidEntrance(themeOf(c, context.config.origin)), 400);
    }
    c.set("aboutEmail", account.email);
    await signIn(c, context, { userId: account.id });
    context.log.info("login", { user: account.id, address, link: true });
    return c.redirect(query.page ?? dashboardPath(account.id), 303);
  });

  on("logout", async ({ context, c, session }) => {
    if (session) await endSession(context, session.tokenHash);
    takeSessionCookie(c, context);
    // Pages of students that a shared browser has kept. Not "storage": receipts and links are there.
    c.header("Clear-Site-Data", '"cache"');
    return { message: TEXTS.toasts.loggedOut, sign_off_url: signOffUrl(context, session) };
  });

  on("getSessions", async ({ context, session }) => ({ sessions: await listSessions(context, session) }));

  on("logoutElsewhere", async ({ context, session }) => {
    await endOtherSessions(context, session);
    return { message: TEXTS.toasts.loggedOutElsewhere };
  });

  on("checkRecoveryInfo", async ({ body }) => {
    refuseIssues(checkForgotPassword(body.email));
    return recoveryInfo(body.email);
  });

  on("forgotPassword", async ({ context, address, body, c }) => {
    c.set("aboutEmail", body.email);
    refuseIssues(checkForgotPassword(body.email));
    await limitMails(c, { context, address, email: body.email });
    await sendReset(context, body);
    return { message: RESET_SENT };
  });

  on("verifyResetToken", async ({ context, address, body }) => {
    await checkResetToken(context, { token: body.token, address });
    return { message: "The link is valid." };
  });

  on("resetPassword", async ({ context, address, body, c }) => {
    const email = await resetPassword(context, { token: body.token, address, password: body.new_password });
    c.set("aboutEmail", email);
    return { message: "Your password was reset. You can log in now." };
  });

  on("validatePassword", async ({ context, session, body }) => {
    await validatePassword(context, session, body);
    return { message: "The password is right." };
  });

  on("changePassword", async ({ context, session, body, c }) => {
    const { newPassword: password, revokeTokens } = body;
    const passwordHash = await changePassword(context, session, { password, revokeTokens });
    await signIn(c, context, { userId: session.user.id, remember: session.remember, passwordHash });
    return { message: TEXTS.toasts.passwordChanged };
  });
}

/** Counts a mail to this account. */
async function limitMails(
  c: RequestContext,
  { context, address, email }: { context: AppContext; address: string; email: string },
): Promise<void> {
  await countMail(context, { account: normalizeEmail(email), address, device: knownDevice(c, context, email) });
}
