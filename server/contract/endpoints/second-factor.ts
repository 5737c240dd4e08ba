import * as factor from "../accounts/second-factor.ts";
import { messageSchema } from "../common.ts";
import type { Endpoint } from "./endpoint.ts";

export const SECOND_FACTOR_ENDPOINTS = {
  getSecondFactor: {
    method: "GET",
    path: "/auth/second-factor",
    access: "session",
    summary: "Whether log-in asks for a code, and how many recovery codes are left",
    response: factor.secondFactorResponse,
  },
  startSecondFactor: {
    method: "POST",
    path: "/auth/second-factor/start",
    access: "session",
    passwords: true,
    summary: "Make a secret for an authenticator app; it counts after its first code",
    rate: "own",
    body: factor.startSecondFactorBody,
    response: factor.startSecondFactorResponse,
  },
  confirmSecondFactor: {
    method: "POST",
    path: "/auth/second-factor/confirm",
    access: "session",
    passwords: true,
    summary:
      "Turn the second factor on with the app's first code; ends the other sessions, and shows the recovery codes",
    rate: "own",
    body: factor.confirmSecondFactorBody,
    response: factor.recoveryCodesResponse,
  },
  renewRecoveryCodes: {
    method: "POST",
    path: "/auth/second-factor/recovery-codes",
    access: "session",
    passwords: true,
    summary: "Replace the recovery codes; needs the password and a code",
    rate: "own",
    body: factor.secondFactorProofBody,
    response: factor.recoveryCodesResponse,
  },
  turnOffSecondFactor: {
    method: "POST",
    path: "/auth/second-factor/turn-off",
    access: "session",
    passwords: true,
    summary: "Turn the second factor off; needs the password and a code",
    rate: "own",
    body: factor.secondFactorProofBody,
    response: messageSchema,
  },
} as const satisfies Record<string, Endpoint>;
