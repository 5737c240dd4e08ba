import * as release from "../results/release.ts";
import { call, type Endpoint } from "./endpoint.ts";

/** What students see of their grades, from when, and what they ask about them. */
export const RELEASE_ENDPOINTS = {
  getRelease: call("GET /task/release/:taskId", "session", {
    summary: "What a release of a task's grades would show to students, and what is missing",
    response: release.releaseResponse,
  }),
  releaseGrades: call("POST /task/release/:taskId", "session", {
    summary: "Let students see the grades that are confirmed, of one student or of all",
    body: release.releaseBody,
    response: release.releasedResponse,
  }),
  withdrawGrades: call("POST /task/withdraw/:taskId", "session", {
    summary: "Hide released grades from students again: of one student, of one release, or all",
    body: release.withdrawBody,
    response: release.withdrawnResponse,
  }),
  getResultLinks: call("GET /task/result-links/:taskId", "session", {
    summary: "One link for each student to their results, as CSV",
    response: "*/*",
  }),
  getRegradeRequests: call("GET /task/regrade-requests/:taskId", "session", {
    summary: "What students ask to be graded again",
    response: release.regradeRequestsResponse,
  }),
  answerRegradeRequest: call("POST /task/answer-regrade-request/:requestId", "session", {
    summary: "Keep or change a grade that a student asks about; the student sees the answer",
    body: release.answerRegradeBody,
    response: release.regradeAnsweredResponse,
  }),
  getResultPage: call("GET /results/:token", "public", {
    summary: "A student's page: what was received and, once released, points, comments and the marked pages",
    rate: "own",
    response: "*/*",
  }),
  getResultPicture: call("GET /results/picture/:token", "public", {
    summary: "A released page with what was read drawn over it; before that, one with places that cannot be read",
    rate: "own",
    query: release.resultPictureQuery,
    response: "image/*",
  }),
  getLegibility: call("GET /results/legibility/:token", "public", {
    summary: "Which places of a student's pages cannot be read, before the due date",
    rate: "own",
    response: release.legibilityResponse,
  }),
  getResultQr: call("GET /results/qr/:token", "public", {
    summary: "The address of a student's page as a QR code",
    rate: "own",
    response: "image/*",
  }),
  requestRegrade: call("POST /results/:token", "public", {
    summary: "Ask that a released grade is looked at again",
    rate: "own",
    form: {
      fields: { item: { type: "string" }, reason: { type: "string" } },
      required: ["item", "reason"],
    },
    response: "*/*",
  }),
} as const satisfies Record<string, Endpoint>;
