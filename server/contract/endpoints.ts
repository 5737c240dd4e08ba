/**
 * `admin` calls carry the token that the server keeps in its data folder; `public` ones may carry a session; `read` and
 * `grade` ones carry an access token that an instructor has made, good for that, and no session.
 */
export type Access = "public" | "session" | "admin" | "read" | "grade";

export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Mounted at the root; `:name` is a parameter. */
  readonly path: `/${string}`;
  readonly access: Access;
}

/**
 * Every call of the server: method, path and who may make it. It imports nothing, so that a light page can call
 * without loading the schemas in `routes.ts`.
 */
export const ENDPOINTS = {
  login: { method: "POST", path: "/auth/login", access: "public" },
  logout: { method: "POST", path: "/auth/logout", access: "public" },
  register: { method: "POST", path: "/auth/register", access: "public" },
  resendVerification: { method: "POST", path: "/auth/resend-verification", access: "public" },
  checkRecoveryInfo: { method: "POST", path: "/auth/check-recovery-info", access: "public" },
  forgotPassword: { method: "POST", path: "/auth/forgot-password", access: "public" },
  verifyResetToken: { method: "POST", path: "/auth/verify-reset-token", access: "public" },
  resetPassword: { method: "POST", path: "/auth/reset-password", access: "public" },
  verifyEmail: { method: "POST", path: "/auth/verify-email", access: "public" },
  checkSession: { method: "GET", path: "/auth/check-session", access: "session" },
  getSessions: { method: "GET", path: "/auth/sessions", access: "session" },
  logoutElsewhere: { method: "POST", path: "/auth/logout-elsewhere", access: "session" },
  getUser: { method: "GET", path: "/auth/user/:userId", access: "session" },
  updateUserInfo: { method: "PUT", path: "/auth/update-user-info", access: "session" },
  validatePassword: { method: "POST", path: "/auth/validate-password", access: "session" },
  changePassword: { method: "POST", path: "/auth/change-password", access: "session" },
  uploadProfileImage: { method: "POST", path: "/auth/upload_profile_image", access: "session" },
  getProfileImage: { method: "GET", path: "/auth/profile-image/:imageId", access: "public" },

  getAccessTokens: { method: "GET", path: "/auth/access-tokens", access: "session" },
  createAccessToken: { method: "POST", path: "/auth/access-tokens", access: "session" },
  revokeAccessToken: { method: "DELETE", path: "/auth/access-tokens/:tokenId", access: "session" },

  getUnreadNotifications: { method: "GET", path: "/notification/get-unread-notifications", access: "session" },
  getAllNotifications: { method: "GET", path: "/notification/get-all-notifications", access: "session" },
  markNotificationRead: { method: "PATCH", path: "/notification/mark-as-read/:notificationId", access: "session" },
  markAllNotificationsRead: { method: "PATCH", path: "/notification/mark-all-as-read", access: "session" },
  deleteNotification: {
    method: "DELETE",
    path: "/notification/delete-notification/:notificationId",
    access: "session",
  },
  deleteAllNotifications: { method: "DELETE", path: "/notification/delete-all-notifications", access: "session" },
  getNotificationFilters: { method: "GET", path: "/notification/filters", access: "session" },
  setNotificationFilters: { method: "PUT", path: "/notification/filters", access: "session" },

  getTasks: { method: "GET", path: "/task/get-tasks", access: "session" },
  getTask: { method: "GET", path: "/task/get-task/:taskId", access: "session" },
  getPublicTask: { method: "GET", path: "/task/public/:taskId", access: "public" },
  getTasksByClass: { method: "GET", path: "/task/get-tasks-by-class/:classId", access: "session" },
  createTask: { method: "POST", path: "/task/create-task", access: "session" },
  editTask: { method: "PATCH", path: "/task/edit-task/:taskId", access: "session" },
  previewRegrade: { method: "POST", path: "/task/preview-regrade/:taskId", access: "session" },
  setGradingView: { method: "PUT", path: "/task/grading-view/:taskId", access: "session" },
  getExtensions: { method: "GET", path: "/task/extensions/:taskId", access: "session" },
  setExtensions: { method: "PUT", path: "/task/extensions/:taskId", access: "session" },
  deleteTask: { method: "DELETE", path: "/task/delete-task/:taskId", access: "session" },
  getTemplate: { method: "GET", path: "/task/get-template/:taskId", access: "public" },

  getClasses: { method: "GET", path: "/classes/get-classes", access: "session" },
  getClass: { method: "GET", path: "/classes/get-class/:classId", access: "session" },
  createClass: { method: "POST", path: "/classes/create-class", access: "session" },
  editClass: { method: "PUT", path: "/classes/edit-class/:classId", access: "session" },
  deleteClass: { method: "DELETE", path: "/classes/delete-class/:classId", access: "session" },

  getFiles: { method: "GET", path: "/files/get-files/:taskId", access: "session" },
  uploadFiles: { method: "POST", path: "/files/upload-files", access: "public" },
  getFile: { method: "GET", path: "/files/file/:fileId", access: "session" },
  getPagePicture: { method: "GET", path: "/files/page/:fileId", access: "session" },
  getSubmissionHistory: { method: "GET", path: "/files/submissions/:fileId", access: "session" },
  restoreSubmission: { method: "POST", path: "/files/restore-submission/:fileId", access: "session" },
  settleHandIn: { method: "POST", path: "/files/settle-hand-in/:fileId", access: "session" },
  deleteFile: { method: "DELETE", path: "/files/delete-file/:fileId", access: "session" },
  getGradeRows: { method: "GET", path: "/files/grade-rows/:fileId", access: "session" },
  updateGrade: { method: "PUT", path: "/files/update-grade/:fileId", access: "session" },

  getPersonalTemplates: { method: "GET", path: "/task/personal-templates/:taskId", access: "session" },
  uploadStack: { method: "POST", path: "/stacks/upload/:taskId", access: "session" },
  getStacks: { method: "GET", path: "/stacks/get-stacks/:taskId", access: "session" },
  getStack: { method: "GET", path: "/stacks/get-stack/:stackId", access: "session" },
  deleteStack: { method: "DELETE", path: "/stacks/delete-stack/:stackId", access: "session" },
  getStackPicture: { method: "GET", path: "/stacks/picture/:pageId", access: "session" },
  assignStackPage: { method: "POST", path: "/stacks/assign-page/:pageId", access: "session" },
  rejectStackPage: { method: "POST", path: "/stacks/reject-page/:pageId", access: "session" },
  restoreStackPage: { method: "POST", path: "/stacks/restore-page/:pageId", access: "session" },
  getQueue: { method: "GET", path: "/stacks/queue/:taskId", access: "session" },
  getRoster: { method: "GET", path: "/classes/roster/:classId", access: "session" },
  setRosterNames: { method: "PUT", path: "/classes/roster/:classId", access: "session" },

  fillGradebook: { method: "POST", path: "/task/fill-gradebook/:taskId", access: "session" },
  getPlainGrades: { method: "GET", path: "/task/plain-grades/:taskId", access: "session" },
  getFeedback: { method: "GET", path: "/task/feedback/:taskId", access: "session" },
  findCopies: { method: "GET", path: "/detect-gates/copies", access: "session" },
  getCopiesCsv: { method: "GET", path: "/detect-gates/copies-csv", access: "session" },
  getCopyPair: { method: "GET", path: "/detect-gates/copy-pair/:fileId", access: "session" },

  getTaskResults: { method: "GET", path: "/task/results/:taskId", access: "session" },
  pullTask: { method: "GET", path: "/api/pull/:taskId", access: "read" },
  sendPages: { method: "POST", path: "/api/send-pages/:taskId", access: "grade" },
  pushGrades: { method: "POST", path: "/api/push-grades/:taskId", access: "grade" },

  getAnswerGroups: { method: "GET", path: "/answers/groups/:taskId", access: "session" },
  explainAnswer: { method: "GET", path: "/answers/explanation/:fileId", access: "session" },
  gradeGroup: { method: "POST", path: "/answers/grade-group/:taskId", access: "session" },
  acceptGrades: { method: "POST", path: "/answers/accept/:taskId", access: "session" },
  undoGrades: { method: "POST", path: "/answers/undo/:batchId", access: "session" },

  validateExpression: { method: "POST", path: "/detect-gates/validate-expression", access: "session" },
  generateTruthTable: { method: "POST", path: "/detect-gates/generate-truth-table", access: "session" },
  flagSimilarCircuits: { method: "GET", path: "/detect-gates/flag-similar-circuits", access: "session" },
  generateNetlist: { method: "GET", path: "/detect-gates/generate-netlist/:fileId", access: "session" },
  generateVerilog: { method: "GET", path: "/detect-gates/generate-verilog/:fileId", access: "session" },
  getAnnotatedPage: { method: "GET", path: "/detect-gates/annotated/:fileId", access: "session" },
  addPrediction: { method: "POST", path: "/detect-gates/add-prediction/:circuitAnalysisId", access: "session" },
  editPrediction: { method: "PUT", path: "/detect-gates/edit-prediction/:circuitAnalysisId", access: "session" },
  movePrediction: { method: "PUT", path: "/detect-gates/move-prediction/:circuitAnalysisId", access: "session" },
  deletePrediction: { method: "DELETE", path: "/detect-gates/delete-prediction/:predictionId", access: "session" },
  setFilterThreshold: { method: "POST", path: "/detect-gates/set-filter-threshold", access: "session" },
  processDetection: { method: "POST", path: "/detect-gates/process-detection/:fileId", access: "session" },
  analyzeCircuit: { method: "POST", path: "/detect-gates/analyze-circuit/:fileId", access: "session" },
  getCircuitData: { method: "GET", path: "/detect-gates/get-circuit-data/:fileId", access: "session" },

  sendMessage: { method: "POST", path: "/contact/send-message", access: "public" },
  getSite: { method: "GET", path: "/site", access: "public" },
  events: { method: "GET", path: "/events", access: "session" },
  openapi: { method: "GET", path: "/api/openapi.json", access: "public" },
  health: { method: "GET", path: "/healthz", access: "public" },

  createUser: { method: "POST", path: "/admin/create-user", access: "admin" },
  backup: { method: "POST", path: "/admin/backup", access: "admin" },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** The public page on which students hand in a task's files: the site's origin and this path are the student link. */
export function studentUploadPath(taskId: string): string {
  return `/student-upload/${encodeURIComponent(taskId)}`;
}
