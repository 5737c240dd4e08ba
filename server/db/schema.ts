// Times are milliseconds since 1970, UTC. IDs are unguessable, except for rows that are only reached through their
// parent.
export { accessTokens, emailTokens, recoveryCodes, secondFactors, sessions, users } from "./tables/accounts.ts";
export { auditLog, erasures } from "./tables/audit.ts";
export {
  answerItems,
  answerKeys,
  classes,
  enrolments,
  extensions,
  questionPictures,
  studentNames,
  tasks,
} from "./tables/courses.ts";
export { dismissedPairs } from "./tables/dismissed-pairs.ts";
export { gradeBatches, regradeRequests } from "./tables/grades.ts";
export { jobs } from "./tables/jobs.ts";
export { notificationFilters, notifications } from "./tables/notifications.ts";
export { readings, statements } from "./tables/pages.ts";
export { classMembers, taskGraders } from "./tables/people.ts";
export { clockWatch, liveEvents, processes, rateWindows, sharedSecrets } from "./tables/processes.ts";
export { signOnAttempts, signOnLinks } from "./tables/sign-on.ts";
export { rewrittenFiles, stackPages, stacks } from "./tables/stacks.ts";
export { analyses, submissions } from "./tables/submissions.ts";
