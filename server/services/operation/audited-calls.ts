import type { AuditKind } from "../../../core/rules/accounts/audit-kinds.ts";
import type { EndpointName } from "../../contract/endpoints.ts";

interface AuditedCall {
  readonly kind: AuditKind;
  /** What it did, in the past tense. */
  readonly what: string;
}

/** The calls that the audit log records, whether they succeed or are refused. */
export const AUDITED_CALLS: Readonly<Partial<Record<EndpointName, AuditedCall>>> = {
  login: { kind: "sign-in", what: "Logged in" },
  enter: { kind: "sign-in", what: "Logged in with a link that works once" },
  finishSignOn: { kind: "sign-in", what: "Signed on" },
  makeEntrance: { kind: "sign-in", what: "Made a link that logs in once" },
  logout: { kind: "sign-in", what: "Logged out" },
  logoutElsewhere: { kind: "sign-in", what: "Ended the other sessions" },
  validatePassword: { kind: "sign-in", what: "Confirmed the password" },
  forgotPassword: { kind: "sign-in", what: "Asked for a link to a new password" },
  resetPassword: { kind: "sign-in", what: "Set a new password by a mailed link" },

  register: { kind: "account", what: "Signed up" },
  changePassword: { kind: "account", what: "Changed the password" },
  updateUserInfo: { kind: "account", what: "Changed the profile or the recovery address" },
  confirmSecondFactor: { kind: "account", what: "Turned the second factor on" },
  turnOffSecondFactor: { kind: "account", what: "Turned the second factor off" },
  renewRecoveryCodes: { kind: "account", what: "Made new recovery codes" },
  resetSecondFactor: { kind: "account", what: "Reset the second factor of an account" },
  unlinkSignOn: { kind: "account", what: "Unlinked an account from single sign-on" },
  createUser: { kind: "account", what: "Created an account" },
  changeAccount: { kind: "account", what: "Changed an account's role or state" },
  handOver: { kind: "account", what: "Handed over an account's classes" },

  addClassMember: { kind: "account", what: "Shared a class with somebody" },
  changeClassMember: { kind: "account", what: "Changed what a member of a class may do" },
  removeClassMember: { kind: "account", what: "Removed a member from a class" },
  addTaskGrader: { kind: "account", what: "Added a grader to a task" },
  changeTaskGrader: { kind: "account", what: "Changed what a grader grades" },
  removeTaskGrader: { kind: "account", what: "Removed a grader from a task" },

  createAccessToken: { kind: "token", what: "Made an access token" },
  revokeAccessToken: { kind: "token", what: "Revoked an access token" },

  backup: { kind: "export", what: "Made a backup" },
  fillGradebook: { kind: "export", what: "Exported grades into a gradebook" },
  getPlainGrades: { kind: "export", what: "Exported grades" },
  getFeedback: { kind: "export", what: "Exported feedback" },
  getTaskResults: { kind: "export", what: "Exported a task's results" },
  getCopiesCsv: { kind: "export", what: "Exported the list of copied drawings" },
  pullTask: { kind: "export", what: "Pulled a task with a program" },
  getSaid: { kind: "export", what: "Took what people said of a task's pages with a program" },
  exportStudent: { kind: "export", what: "Exported a student's data" },
  exportAnyStudent: { kind: "export", what: "Exported a student's data" },
  getResultLinks: { kind: "export", what: "Exported the students' links to their results" },

  releaseGrades: { kind: "release", what: "Released grades" },
  pushGrades: { kind: "release", what: "Sent grades with a program" },
  withdrawGrades: { kind: "release", what: "Withdrew released grades" },

  deleteAccount: { kind: "deletion", what: "Deleted an account" },
  deleteClass: { kind: "deletion", what: "Deleted a class" },
  deleteTask: { kind: "deletion", what: "Deleted a task" },
  deleteFile: { kind: "deletion", what: "Deleted a submission" },
  eraseStudent: { kind: "deletion", what: "Erased a student's data" },
  eraseAnyStudent: { kind: "deletion", what: "Erased a student's data" },
  deleteStack: { kind: "deletion", what: "Deleted a scanned stack" },

  editClass: { kind: "setting", what: "Changed a class" },
  editTask: { kind: "setting", what: "Changed a task" },
  setGradingView: { kind: "setting", what: "Changed how a task is graded" },
  setExtensions: { kind: "setting", what: "Changed extensions" },
};
