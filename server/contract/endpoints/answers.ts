import * as answers from "../results/answers.ts";
import { call, type Endpoint } from "./endpoint.ts";

export const ANSWERS_ENDPOINTS = {
  getAnswerGroups: call("GET /answers/groups/:taskId", "session", {
    summary: "A task's answers by item, grouped by what they compute",
    query: answers.answerGroupsQuery,
    response: answers.answerGroupsResponse,
  }),
  explainAnswer: call("GET /answers/explanation/:fileId", "session", {
    summary: "Where a page first differs, and the smallest change that makes it right",
    response: answers.explanationResponse,
  }),
  gradeGroup: call("POST /answers/grade-group/:taskId", "session", {
    summary: "Give one grade and comment to all pages of a group",
    body: answers.gradeGroupBody,
    response: answers.gradeGroupResponse,
  }),
  getOwnComments: call("GET /answers/comments", "session", {
    summary: "The comments that you gave several pages, in any task",
    response: answers.ownCommentsResponse,
  }),
  chooseReading: call("POST /answers/reading/:fileId", "session", {
    summary: "Choose how a page is to be read, and give it the points of that reading",
    body: answers.chooseReadingBody,
    response: answers.readingChosenResponse,
  }),
  takeBackReading: call("DELETE /answers/reading/:fileId", "session", {
    summary: "Take the choice of a reading back, and restore the grade from before",
    response: answers.readingTakenBackResponse,
  }),
  takeBackStatement: call("POST /answers/take-back/:fileId", "session", {
    summary: "Take back one thing that somebody said of a page, by its number in the page's history",
    body: answers.takeBackBody,
    response: answers.readingTakenBackResponse,
  }),
  acceptGrades: call("POST /answers/accept/:taskId", "session", {
    summary: "Accept the proposed grades of all pages that the machine is sure of",
    body: answers.acceptGradesBody,
    response: answers.acceptGradesResponse,
  }),
  undoGrades: call("POST /answers/undo/:batchId", "session", {
    summary: "Undo a batch of grades",
    body: answers.undoGradesBody,
    response: answers.undoGradesResponse,
  }),
} as const satisfies Record<string, Endpoint>;
