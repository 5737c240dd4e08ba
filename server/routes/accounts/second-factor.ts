import { SECOND_FACTOR_TEXTS } from "../../../core/rules/accounts/second-factor.ts";
import type { Router } from "../../router.ts";
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  secondFactorView,
  startSecondFactor,
  turnOffSecondFactor,
} from "../../services/accounts/second-factor/second-factor.ts";

/** The second factor of the signed-in instructor, and its reset by an administrator. */
export function secondFactorRoutes({ on }: Router): void {
  on("getSecondFactor", ({ context, user }) => secondFactorView(context, user.id));

  on("startSecondFactor", ({ context, user, body }) => startSecondFactor(context, user, body));

  on("confirmSecondFactor", async ({ context, session, body }) => {
    return { message: SECOND_FACTOR_TEXTS.turnedOn, recovery_codes: await confirmSecondFactor(context, session, body) };
  });

  on("renewRecoveryCodes", async ({ context, user, body }) => {
    return { message: SECOND_FACTOR_TEXTS.renewed, recovery_codes: await renewRecoveryCodes(context, user, body) };
  });

  on("turnOffSecondFactor", async ({ context, user, body }) => {
    await turnOffSecondFactor(context, user, body);
    return { message: SECOND_FACTOR_TEXTS.turnedOff };
  });

  on("resetSecondFactor", async ({ context, params, user: by }) => {
    const email = await resetSecondFactor(context, params.accountId, { by });
    return { message: `${email} can log in with the password alone now.` };
  });
}
