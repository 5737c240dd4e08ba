import type { z } from "zod";
import * as answers from "./answers.ts";
import * as auth from "./auth.ts";
import * as classes from "./classes.ts";
import { messageSchema } from "./common.ts";
import { contactBody } from "./contact.ts";
import * as copies from "./copies.ts";
import * as detection from "./detection.ts";
import { ENDPOINTS, type Endpoint, type EndpointName } from "./endpoints.ts";
import * as exchange from "./exchange.ts";
import * as file from "./file.ts";
import * as gradebook from "./gradebook.ts";
import * as notification from "./notification.ts";
import { regradeResponse } from "./regrade.ts";
import * as stack from "./stack.ts";
import * as system from "./system.ts";
import * as task from "./task.ts";
import * as token from "./token.ts";

/** What a call takes and gives. */
interface CallSchemas {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** JSON, but for `"multipart"`: form data. */
  readonly body?: z.ZodType | "multipart";
  /** How large a body may be where it is more than usual. */
  readonly bodyBytes?: number;
  /** JSON, but for a media type: bytes, text or a stream of events. */
  readonly response: z.ZodType | "image/*" | "application/pdf" | "text/plain" | "text/event-stream" | "*/*";
}

export type Route = Endpoint & CallSchemas;

/** What a disk can take at once: a scanned stack. */
const FILES_BYTES = 512 * 1024 * 1024;
/** Room for the headers of a form's parts. */
const FORM_OVERHEAD = 16 * 1024;

/** Every call with its schemas: the server answers by this table, and the browser's typed client derives from it. */
export const ROUTES = {
  login: { ...ENDPOINTS.login, body: auth.loginBody, response: auth.userResponse },
  logout: { ...ENDPOINTS.logout, response: messageSchema },
  register: { ...ENDPOINTS.register, body: auth.registerBody, response: auth.registerResponse },
  resendVerification: { ...ENDPOINTS.resendVerification, body: auth.emailBody, response: messageSchema },
  checkRecoveryInfo: { ...ENDPOINTS.checkRecoveryInfo, body: auth.emailBody, response: auth.recoveryInfoResponse },
  forgotPassword: { ...ENDPOINTS.forgotPassword, body: auth.forgotPasswordBody, response: messageSchema },
  verifyResetToken: { ...ENDPOINTS.verifyResetToken, body: auth.tokenBody, response: messageSchema },
  resetPassword: { ...ENDPOINTS.resetPassword, body: auth.resetPasswordBody, response: messageSchema },
  verifyEmail: { ...ENDPOINTS.verifyEmail, body: auth.tokenBody, response: auth.verifyEmailResponse },
  checkSession: { ...ENDPOINTS.checkSession, response: auth.sessionResponse },
  getSessions: { ...ENDPOINTS.getSessions, response: auth.sessionsResponse },
  logoutElsewhere: { ...ENDPOINTS.logoutElsewhere, response: messageSchema },
  getUser: { ...ENDPOINTS.getUser, params: auth.userParams, response: auth.userResponse },
  updateUserInfo: { ...ENDPOINTS.updateUserInfo, body: auth.updateUserInfoBody, response: auth.userResponse },
  validatePassword: { ...ENDPOINTS.validatePassword, body: auth.validatePasswordBody, response: messageSchema },
  changePassword: { ...ENDPOINTS.changePassword, body: auth.changePasswordBody, response: messageSchema },
  uploadProfileImage: {
    ...ENDPOINTS.uploadProfileImage,
    body: "multipart",
    bodyBytes: auth.PROFILE_IMAGE_BYTES + FORM_OVERHEAD,
    response: auth.userResponse,
  },
  getProfileImage: { ...ENDPOINTS.getProfileImage, params: auth.profileImageParams, response: "image/*" },
  getAccessTokens: { ...ENDPOINTS.getAccessTokens, response: token.accessTokensResponse },
  createAccessToken: {
    ...ENDPOINTS.createAccessToken,
    body: token.createAccessTokenBody,
    response: token.createAccessTokenResponse,
  },
  revokeAccessToken: { ...ENDPOINTS.revokeAccessToken, params: token.accessTokenParams, response: messageSchema },

  getUnreadNotifications: {
    ...ENDPOINTS.getUnreadNotifications,
    query: notification.unreadQuery,
    response: notification.notificationsResponse,
  },
  getAllNotifications: { ...ENDPOINTS.getAllNotifications, response: notification.notificationsResponse },
  markNotificationRead: {
    ...ENDPOINTS.markNotificationRead,
    params: notification.notificationParams,
    response: messageSchema,
  },
  markAllNotificationsRead: { ...ENDPOINTS.markAllNotificationsRead, response: messageSchema },
  deleteNotification: {
    ...ENDPOINTS.deleteNotification,
    params: notification.notificationParams,
    response: messageSchema,
  },
  deleteAllNotifications: { ...ENDPOINTS.deleteAllNotifications, response: messageSchema },
  getNotificationFilters: { ...ENDPOINTS.getNotificationFilters, response: notification.notificationFilters },
  setNotificationFilters: {
    ...ENDPOINTS.setNotificationFilters,
    body: notification.notificationFilters,
    response: notification.notificationFilters,
  },

  getTasks: { ...ENDPOINTS.getTasks, response: task.tasksResponse },
  getTask: { ...ENDPOINTS.getTask, params: task.taskParams, response: task.taskSchema },
  getPublicTask: { ...ENDPOINTS.getPublicTask, params: task.taskParams, response: task.publicTaskSchema },
  getTasksByClass: {
    ...ENDPOINTS.getTasksByClass,
    params: classes.classParams,
    response: task.tasksByClassResponse,
  },
  createTask: { ...ENDPOINTS.createTask, body: task.taskBody, response: task.taskSchema },
  editTask: {
    ...ENDPOINTS.editTask,
    params: task.taskParams,
    body: task.editTaskBody,
    response: task.editTaskResponse,
  },
  previewRegrade: {
    ...ENDPOINTS.previewRegrade,
    params: task.taskParams,
    body: task.previewEditBody,
    response: regradeResponse,
  },
  setGradingView: {
    ...ENDPOINTS.setGradingView,
    params: task.taskParams,
    body: task.gradingViewBody,
    response: task.taskSchema,
  },
  getExtensions: { ...ENDPOINTS.getExtensions, params: task.taskParams, response: task.extensionsResponse },
  setExtensions: {
    ...ENDPOINTS.setExtensions,
    params: task.taskParams,
    body: task.setExtensionsBody,
    response: task.extensionsSetResponse,
  },
  deleteTask: { ...ENDPOINTS.deleteTask, params: task.taskParams, response: messageSchema },
  getTemplate: { ...ENDPOINTS.getTemplate, params: task.taskParams, response: "application/pdf" },

  getClasses: { ...ENDPOINTS.getClasses, response: classes.classesResponse },
  getClass: { ...ENDPOINTS.getClass, params: classes.classParams, response: classes.classSchema },
  createClass: { ...ENDPOINTS.createClass, body: classes.classBody, response: classes.classResponse },
  editClass: {
    ...ENDPOINTS.editClass,
    params: classes.classParams,
    body: classes.editClassBody,
    response: classes.classResponse,
  },
  deleteClass: { ...ENDPOINTS.deleteClass, params: classes.classParams, response: messageSchema },

  getFiles: { ...ENDPOINTS.getFiles, params: task.taskParams, response: file.filesResponse },
  uploadFiles: {
    ...ENDPOINTS.uploadFiles,
    body: "multipart",
    bodyBytes: FILES_BYTES,
    response: file.uploadResponse,
  },
  getFile: { ...ENDPOINTS.getFile, params: file.fileParams, response: "*/*" },
  getPagePicture: {
    ...ENDPOINTS.getPagePicture,
    params: file.fileParams,
    query: file.pagePictureQuery,
    response: "image/*",
  },
  getSubmissionHistory: {
    ...ENDPOINTS.getSubmissionHistory,
    params: file.fileParams,
    response: file.historyResponse,
  },
  restoreSubmission: {
    ...ENDPOINTS.restoreSubmission,
    params: file.fileParams,
    response: file.restoreResponse,
  },
  settleHandIn: {
    ...ENDPOINTS.settleHandIn,
    params: file.fileParams,
    body: file.settleHandInBody,
    response: file.restoreResponse,
  },
  deleteFile: { ...ENDPOINTS.deleteFile, params: file.fileParams, response: messageSchema },
  getGradeRows: { ...ENDPOINTS.getGradeRows, params: file.fileParams, response: file.gradeRowsResponse },
  updateGrade: {
    ...ENDPOINTS.updateGrade,
    params: file.fileParams,
    body: file.updateGradeBody,
    response: file.fileResponse,
  },

  getPersonalTemplates: { ...ENDPOINTS.getPersonalTemplates, params: task.taskParams, response: "application/pdf" },
  uploadStack: {
    ...ENDPOINTS.uploadStack,
    params: task.taskParams,
    body: "multipart",
    bodyBytes: FILES_BYTES,
    response: stack.uploadStackResponse,
  },
  getStacks: { ...ENDPOINTS.getStacks, params: task.taskParams, response: stack.stacksResponse },
  getStack: { ...ENDPOINTS.getStack, params: stack.stackParams, response: stack.stackResponse },
  deleteStack: { ...ENDPOINTS.deleteStack, params: stack.stackParams, response: messageSchema },
  getStackPicture: {
    ...ENDPOINTS.getStackPicture,
    params: stack.stackPageParams,
    query: stack.stackPictureQuery,
    response: "image/*",
  },
  assignStackPage: {
    ...ENDPOINTS.assignStackPage,
    params: stack.stackPageParams,
    body: stack.assignPageBody,
    response: stack.stackPageResponse,
  },
  rejectStackPage: {
    ...ENDPOINTS.rejectStackPage,
    params: stack.stackPageParams,
    body: stack.rejectPageBody,
    response: stack.stackPageResponse,
  },
  restoreStackPage: {
    ...ENDPOINTS.restoreStackPage,
    params: stack.stackPageParams,
    response: stack.stackPageResponse,
  },
  getQueue: {
    ...ENDPOINTS.getQueue,
    params: task.taskParams,
    query: stack.queueQuery,
    response: stack.queueResponse,
  },
  getRoster: { ...ENDPOINTS.getRoster, params: classes.classParams, response: stack.rosterResponse },
  setRosterNames: {
    ...ENDPOINTS.setRosterNames,
    params: classes.classParams,
    body: stack.rosterBody,
    response: stack.rosterEditedResponse,
  },

  fillGradebook: {
    ...ENDPOINTS.fillGradebook,
    params: task.taskParams,
    body: "multipart",
    bodyBytes: gradebook.GRADEBOOK_BYTES,
    response: gradebook.filledGradebookResponse,
  },
  getPlainGrades: { ...ENDPOINTS.getPlainGrades, params: task.taskParams, response: "*/*" },
  getFeedback: {
    ...ENDPOINTS.getFeedback,
    params: task.taskParams,
    query: gradebook.feedbackQuery,
    response: "*/*",
  },
  findCopies: { ...ENDPOINTS.findCopies, query: copies.copiesQuery, response: copies.copiesResponse },
  getCopiesCsv: { ...ENDPOINTS.getCopiesCsv, query: copies.copiesQuery, response: "*/*" },
  getCopyPair: {
    ...ENDPOINTS.getCopyPair,
    params: file.fileParams,
    query: copies.copyPairQuery,
    response: "image/*",
  },

  getTaskResults: {
    ...ENDPOINTS.getTaskResults,
    params: task.taskParams,
    query: exchange.taskResultsQuery,
    response: "*/*",
  },
  pullTask: { ...ENDPOINTS.pullTask, params: task.taskParams, response: exchange.pullTaskResponse },
  sendPages: {
    ...ENDPOINTS.sendPages,
    params: task.taskParams,
    body: "multipart",
    bodyBytes: FILES_BYTES,
    response: exchange.sendPagesResponse,
  },
  pushGrades: {
    ...ENDPOINTS.pushGrades,
    params: task.taskParams,
    body: exchange.pushGradesBody,
    bodyBytes: exchange.PUSH.bytes,
    response: exchange.pushGradesResponse,
  },

  getAnswerGroups: {
    ...ENDPOINTS.getAnswerGroups,
    params: task.taskParams,
    query: answers.answerGroupsQuery,
    response: answers.answerGroupsResponse,
  },
  explainAnswer: {
    ...ENDPOINTS.explainAnswer,
    params: file.fileParams,
    response: answers.explanationResponse,
  },
  gradeGroup: {
    ...ENDPOINTS.gradeGroup,
    params: task.taskParams,
    body: answers.gradeGroupBody,
    response: answers.gradeGroupResponse,
  },
  acceptGrades: {
    ...ENDPOINTS.acceptGrades,
    params: task.taskParams,
    body: answers.acceptGradesBody,
    response: answers.acceptGradesResponse,
  },
  undoGrades: { ...ENDPOINTS.undoGrades, params: answers.batchParams, response: answers.undoGradesResponse },

  validateExpression: {
    ...ENDPOINTS.validateExpression,
    body: detection.validateExpressionBody,
    response: detection.validateExpressionResponse,
  },
  generateTruthTable: {
    ...ENDPOINTS.generateTruthTable,
    body: detection.truthTableBody,
    response: detection.truthTableResponse,
  },
  flagSimilarCircuits: {
    ...ENDPOINTS.flagSimilarCircuits,
    query: detection.similarQuery,
    response: detection.similarResponse,
  },
  generateNetlist: { ...ENDPOINTS.generateNetlist, params: file.fileParams, response: "text/plain" },
  generateVerilog: { ...ENDPOINTS.generateVerilog, params: file.fileParams, response: "text/plain" },
  getAnnotatedPage: { ...ENDPOINTS.getAnnotatedPage, params: file.fileParams, response: "image/*" },
  addPrediction: {
    ...ENDPOINTS.addPrediction,
    params: detection.analysisParams,
    body: detection.addPredictionBody,
    response: detection.predictionsEditedResponse,
  },
  editPrediction: {
    ...ENDPOINTS.editPrediction,
    params: detection.analysisParams,
    body: detection.editPredictionBody,
    response: detection.predictionsEditedResponse,
  },
  movePrediction: {
    ...ENDPOINTS.movePrediction,
    params: detection.analysisParams,
    body: detection.movePredictionBody,
    response: detection.predictionsEditedResponse,
  },
  deletePrediction: {
    ...ENDPOINTS.deletePrediction,
    params: detection.predictionParams,
    response: detection.predictionsEditedResponse,
  },
  setFilterThreshold: {
    ...ENDPOINTS.setFilterThreshold,
    body: detection.filterThresholdBody,
    response: "image/*",
  },
  processDetection: {
    ...ENDPOINTS.processDetection,
    params: file.fileParams,
    body: detection.processDetectionBody,
    response: detection.processDetectionResponse,
  },
  analyzeCircuit: {
    ...ENDPOINTS.analyzeCircuit,
    params: file.fileParams,
    response: detection.analyzeCircuitResponse,
  },
  getCircuitData: {
    ...ENDPOINTS.getCircuitData,
    params: file.fileParams,
    response: detection.circuitDataResponse,
  },

  sendMessage: { ...ENDPOINTS.sendMessage, body: contactBody, response: messageSchema },
  getSite: { ...ENDPOINTS.getSite, response: system.siteResponse },
  events: { ...ENDPOINTS.events, response: "text/event-stream" },
  openapi: { ...ENDPOINTS.openapi, response: system.openApiResponse },
  health: { ...ENDPOINTS.health, response: system.healthResponse },

  createUser: { ...ENDPOINTS.createUser, body: system.createUserBody, response: system.createUserResponse },
  backup: { ...ENDPOINTS.backup, response: "*/*" },
} as const satisfies { readonly [Name in EndpointName]: Route };

export type Routes = typeof ROUTES;

type Part<R, K extends "params" | "query" | "body"> = R extends { readonly [_ in K]: infer S }
  ? S extends z.ZodType
    ? { readonly [_ in K]: z.input<S> }
    : S extends "multipart"
      ? { readonly [_ in K]: FormData }
      : object
  : object;

/** What a caller of `Name` passes: `{ params: { taskId } , body: … }`; empty where it takes nothing. */
export type RequestOf<Name extends EndpointName> = Part<Routes[Name], "params"> &
  Part<Routes[Name], "query"> &
  Part<Routes[Name], "body">;

/** What `Name` answers: the JSON value, or a `Response` with bytes, text or events. */
export type ResponseOf<Name extends EndpointName> = Routes[Name]["response"] extends infer S
  ? S extends z.ZodType
    ? z.output<S>
    : Response
  : never;
