import * as auth from "../accounts/auth.ts";
import * as signOn from "../accounts/sign-on.ts";
import * as token from "../accounts/token.ts";
import { messageSchema } from "../common.ts";
import { call, type Endpoint, FILE, FORM_OVERHEAD } from "./endpoint.ts";

export const AUTH_ENDPOINTS = {
  login: call("POST /auth/login", "public", {
    passwords: true,
    summary: "Log in with address and password; sets the session's cookie",
    rate: "own",
    body: auth.loginBody,
    response: auth.userResponse,
  }),
  showEntrance: call("GET /auth/enter", "public", {
    summary: "The page of a link that the command made on the server's machine; its button signs in",
    query: auth.enterQuery,
    response: "*/*",
  }),
  enter: call("POST /auth/enter", "public", {
    summary: "Sign in with such a link; it works once",
    rate: "own",
    query: auth.enterQuery,
    response: "*/*",
  }),
  startSignOn: call("GET /auth/sign-on", "public", {
    summary: "Lead the browser to the provider of single sign-on",
    rate: "own",
    response: "*/*",
  }),
  finishSignOn: call("GET /auth/sign-on/callback", "public", {
    summary: "Sign in with the provider's answer; it works once, in the browser that began",
    rate: "own",
    query: signOn.signOnAnswerQuery,
    response: "*/*",
  }),
  getSignOnLink: call("GET /auth/sign-on/link", "session", {
    summary: "Whether single sign-on opens this person's account",
    response: signOn.signOnLinkResponse,
  }),
  logout: call("POST /auth/logout", "public", {
    summary: "End the session; says where to sign off if it began with single sign-on",
    response: auth.logoutResponse,
  }),
  register: call("POST /auth/register", "public", {
    passwords: true,
    summary: "Sign up with an address of the university's domain; a mail verifies it",
    rate: "registerByAddress",
    body: auth.registerBody,
    response: auth.registerResponse,
  }),
  resendVerification: call("POST /auth/resend-verification", "public", {
    passwords: true,
    summary: "Send the mail that verifies an address again",
    rate: "mailByAddress",
    body: auth.emailBody,
    response: messageSchema,
  }),
  checkRecoveryInfo: call("POST /auth/check-recovery-info", "public", {
    passwords: true,
    summary: "The addresses to offer after a forgotten password: masked, and the same for unknown accounts",
    rate: "mailByAddress",
    body: auth.emailBody,
    response: auth.recoveryInfoResponse,
  }),
  forgotPassword: call("POST /auth/forgot-password", "public", {
    passwords: true,
    summary: "Send the mail to choose a new password",
    rate: "mailByAddress",
    body: auth.forgotPasswordBody,
    response: messageSchema,
  }),
  verifyResetToken: call("POST /auth/verify-reset-token", "public", {
    passwords: true,
    summary: "Whether the link of such a mail is still valid",
    rate: "own",
    body: auth.tokenBody,
    response: messageSchema,
  }),
  resetPassword: call("POST /auth/reset-password", "public", {
    passwords: true,
    summary: "Choose a new password with the link of such a mail; ends every session",
    rate: "own",
    body: auth.resetPasswordBody,
    response: messageSchema,
  }),
  verifyEmail: call("POST /auth/verify-email", "public", {
    passwords: true,
    summary: "Verify an address with the link of its mail",
    rate: "own",
    body: auth.tokenBody,
    response: auth.verifyEmailResponse,
  }),
  checkSession: call("GET /auth/check-session", "session", {
    summary: "Who is logged in",
    response: auth.sessionResponse,
  }),
  getSessions: call("GET /auth/sessions", "session", {
    summary: "Where this person is logged in",
    response: auth.sessionsResponse,
  }),
  logoutElsewhere: call("POST /auth/logout-elsewhere", "session", {
    summary: "End all other sessions",
    response: messageSchema,
  }),
  getUser: call("GET /auth/user/:userId", "session", {
    summary: "This person's profile",
    response: auth.userResponse,
  }),
  updateUserInfo: call("PUT /auth/update-user-info", "session", {
    summary: "Change this person's profile",
    body: auth.updateUserInfoBody,
    response: auth.userResponse,
  }),
  validatePassword: call("POST /auth/validate-password", "session", {
    passwords: true,
    summary: "Confirm the password again, for five minutes",
    rate: "own",
    body: auth.validatePasswordBody,
    response: messageSchema,
  }),
  changePassword: call("POST /auth/change-password", "session", {
    passwords: true,
    summary:
      "Change the password, after it was confirmed again; ends the other sessions, and revokes the access tokens unless asked not to",
    body: auth.changePasswordBody,
    response: messageSchema,
  }),
  uploadProfileImage: call("POST /auth/upload_profile_image", "session", {
    summary: "Set the picture that students see",
    rate: "profileImageByUser",
    form: { fields: { image: FILE }, required: ["image"] },
    bodyBytes: auth.PROFILE_IMAGE_BYTES + FORM_OVERHEAD,
    response: auth.userResponse,
  }),
  getProfileImage: call("GET /auth/profile-image/:imageId", "public", {
    summary: "A profile picture",
    response: "image/*",
  }),
  getAccessTokens: call("GET /auth/access-tokens", "session", {
    summary: "The access tokens that this person's programs use",
    response: token.accessTokensResponse,
  }),
  createAccessToken: call("POST /auth/access-tokens", "session", {
    summary: "Create an access token; it is shown only once",
    body: token.createAccessTokenBody,
    response: token.createAccessTokenResponse,
  }),
  revokeAccessToken: call("DELETE /auth/access-tokens/:tokenId", "session", {
    summary: "Revoke an access token",
    response: messageSchema,
  }),
} as const satisfies Record<string, Endpoint>;
