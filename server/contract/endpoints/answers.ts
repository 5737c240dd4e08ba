import * as answers from "../results/answers.ts";
import * as file from "../results/file.ts";
import * as task from "../tasks/task.ts";
import type { Endpoint } from "./endpoint.ts";

export const ANSWERS_ENDPOINTS = {
  getAnswerGroups: {
    method: "GET",
    path: "/answers/groups/:taskId",
    access: "session",
    summary: "A task's answers by item, grouped by what they compute",
    params: task.taskParams,
    query: answers.answerGroupsQuery,
    response: answers.answerGroupsResponse,
  },
  explainAnswer: {
    method: "GET",
    path: "/answers/explanation/:fileId",
    access: "session",
    summary: "Where a page first differs, and the smallest change that makes it right",
    params: file.fileParams,
    response: answers.explanationResponse,
  },
  gradeGroup: {
    method: "POST",
    path: "/answers/grade-group/:taskId",
    access: "session",
    summary: "Give one grade and comment to all pages of a group",
    params: task.taskParams,
    body: answers.gradeGroupBody,
    response: answers.gradeGroupResponse,
  },
  getOwnComments: {
    method: "GET",
    path: "/answers/comments",
    access: "session",
    summary: "The comments that you gave several pages, in any task",
    response: answers.ownCommentsResponse,
  },
  chooseReading: {
    method: "POST",
    path: "/answers/reading/:fileId",
    access: "session",
    summary: "Choose how a page is to be read, and give it the points of that reading",
    params: file.fileParams,
    body: answers.chooseReadingBody,
    response: answers.readingChosenResponse,
  },
  takeBackReading: {
    method: "DELETE",
    path: "/answers/reading/:fileId",
    access: "session",
    summary: "Take the choice of a reading back, and restore the grade from before",
    params: file.fileParams,
    response: answers.readingTakenBackResponse,
  },
  takeBackStatement: {
    method: "POST",
    path: "/answers/take-back/:fileId",
    access: "session",
    summary: "Take back one thing that somebody said of a page, by its number in the page's history",
    params: file.fileParams,
    body: answers.takeBackBody,
    response: answers.readingTakenBackResponse,
  },
  acceptGrades: {
    method: "POST",
    path: "/answers/accept/:taskId",
    access: "session",
    summary: "Accept the proposed grades of all pages that the machine is sure of",
    params: task.taskParams,
    body: answers.acceptGradesBody,
    response: answers.acceptGradesResponse,
  },
  undoGrades: {
    method: "POST",
    path: "/answers/undo/:batchId",
    access: "session",
    summary: "Undo a batch of grades",
    params: answers.batchParams,
    response: answers.undoGradesResponse,
  },
} as const satisfies Record<string, Endpoint>;
