import * as factor from "../accounts/second-factor.ts";
import { messageSchema } from "../common.ts";
import { call, type Endpoint } from "./endpoint.ts";

export const SECOND_FACTOR_ENDPOINTS = {
  getSecondFactor: call("GET /auth/second-factor", "session", {
    summary: "Whether log-in asks for a code, and how many recovery codes are left",
    response: factor.secondFactorResponse,
  }),
  startSecondFactor: call("POST /auth/second-factor/start", "session", {
    passwords: true,
    summary: "Make a secret for an authenticator app; it counts after its first code",
    rate: "own",
    body: factor.startSecondFactorBody,
    response: factor.startSecondFactorResponse,
  }),
  confirmSecondFactor: call("POST /auth/second-factor/confirm", "session", {
    passwords: true,
    summary:
      "Turn the second factor on with the app's first code; ends the other sessions, and shows the recovery codes",
    rate: "own",
    body: factor.confirmSecondFactorBody,
    response: factor.recoveryCodesResponse,
  }),
  renewRecoveryCodes: call("POST /auth/second-factor/recovery-codes", "session", {
    passwords: true,
    summary: "Replace the recovery codes; needs the password and a code",
    rate: "own",
    body: factor.secondFactorProofBody,
    response: factor.recoveryCodesResponse,
  }),
  turnOffSecondFactor: call("POST /auth/second-factor/turn-off", "session", {
    passwords: true,
    summary: "Turn the second factor off; needs the password and a code",
    rate: "own",
    body: factor.secondFactorProofBody,
    response: messageSchema,
  }),
} as const satisfies Record<string, Endpoint>;
