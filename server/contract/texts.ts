/** Every text of the specification's error catalogue (section 8), used by the server or by pages. */
export const TEXTS = {
  auth: {
    loginFailed: "Invalid email or password.",
    unverified: "Please verify your email first. Check your university inbox and your spam folder.",
    recoveryFailed: "Something went wrong. Please try again.",
    resetFailed: "An error occurred.",
    noToken: "No token found in URL.",
    verificationFailed: "There was an issue verifying your email. Please try again.",
    validationFailed: "An error occurred while validating the password.",
    passwordIncorrect: "Current password is incorrect.",
    sessionExpired: "Your session expired. Login again.",
    /** In addition to the specification: single sign-on is the only way in. */
    passwordsOff: "There are no passwords here: sign on in the browser.",
    signOnAgain: "Log out and sign on again first, as your sign-on was more than five minutes ago.",
  },
  task: {
    sessionExpired: "Your session expired. Login again.",
    notFound: "The resource you are looking for could not be found.",
    unexpected: "An unexpected error occurred.",
    deleteFailed: "An error occurred while deleting the task. Please try again.",
    removed: "The task has been removed or is no longer available.",
    closed: "The due date for this task has passed. You can no longer submit files.",
  },
  classes: {
    sessionExpired: "Your session has expired. Login again.",
    notFound: "No classes found.",
    deleteFailed: "Failed to delete the class. Please try again.",
    groupTaken: "This group number is already taken.",
  },
  notifications: {
    sessionExpired: "Unable to fetch notifications, please log in again.",
    sessionExpiredOnPage: "Your session has expired. Login again.",
    notFound: "No notifications found.",
    notFoundOnPage: "The resource you are looking for could not be found.",
    fetchFailed: "An error occurred while fetching notifications.",
    unexpected: "An unexpected error occurred.",
    deleteFailed: "Failed to delete notifications.",
  },
  files: {
    sessionExpired: "Your session expired. Login again.",
    notFound: "The resource you are looking for could not be found.",
    rejectedHeading: "The following files were rejected:",
    notEnrolled: "Not enrolled",
    notBelonging: "Does not belong to the task. Please use the template provided",
    unreadableQr: "No QR Code found in the file or unreadable",
    /** In addition to the specification: next to the file's name, what was wrong with its QR code. */
    codes: {
      "no-code": "No QR code was found. Keep the whole sheet in the picture.",
      "blurred-code": "The QR code is blurred or covered. Take a sharper picture of the whole sheet.",
      "other-task": "The QR code belongs to another task. Use this task's template.",
      "forged-code": "The QR code is not from this server, or was changed. Download the template again and print it.",
      "foreign-code": "The QR code is not that of a template. Keep the template's own code in the picture.",
    },
    /** Also in addition: with the receipt. */
    severalSheets:
      "The picture shows two sheets, and your teacher must decide which one counts. To be sure, send a picture of this item's sheet alone.",
    uploadFailed: "Error uploading files. Please try again.",
    uploadBroke: "An error occurred during file upload.",
    uploaded: "Files Uploaded Successfully.",
    uploadedByInstructor: "File(s) uploaded successfully!",
    noFileForItems: "Please upload files for at least one item.",
    noFiles: "No files selected for upload. Please choose files to upload.",
    deleted: "The submission was deleted.",
    /** In addition to the specification. */
    noReplacement: "A page for this item was already received, and this task does not accept replacements.",
    tooMuchToday:
      "Too many pages were sent for this item today. The pages that were received stay. Try again tomorrow.",
    tooMuchFromHere:
      "From this network, too many pages were sent today for answers that somebody else had handed in. Send this one from the device that has your receipt, or from another network, or tell your teacher.",
    diskNearlyFull:
      "The server's disk is nearly full: a page for this item was already received and stays, but no other replaces it. Tell your teacher.",
    noRoomForStacks:
      "The server's disk is nearly full: what is left is for what students hand in, and for grades. Tell its administrator.",
    keptBefore: "The earlier page counts. The new one is kept in the history.",
    restored: "This upload counts now.",
    countsAlready: "This upload already counts.",
    deleteFailed: "An error occurred while deleting the file.",
    deleteConfirmation:
      "This submission will be completely removed from the system. Are you sure you want to delete this file?",
  },
  /** Under the link of a receipt. */
  results: {
    unknownLink:
      "This link does not lead to any results. Check that you have all of it. If you have, your pages may have been deleted: ask your teacher.",
    notReleased: "Your teacher has not released this grade, or has withdrawn it.",
  },
  detection: {
    /** The spelling is the specification's. */
    failed: "An error occured. Check the console for more info.",
    analysed: "Circuit Analysis is Completed.",
    changed: "Predictions were changed. Analyze the circuit to bring the results up to date.",
    filterApplied: "Filter applied successfully.",
  },
  /** In addition to the specification: lists, gradebooks, sheets and the like. */
  workFailed:
    "The server could not finish this, or it took too long. Try again, with a smaller file if there is one. If it fails again, tell the server's administrator.",
  contact: {
    failed: "Failed to send the message. Please try again.",
  },
  submissions: {
    noneGraded: "All files are not yet graded.",
    noneUngraded: "All files are already graded.",
    noneSimilar: "No similar files. Click Check for similar submissions button.",
    none: "No submissions available.",
    noSimilarities: "No similarities found.",
    similarities: "Similarities detected in submissions.",
  },
  toasts: {
    loggedOut: "Logout Successfully",
    logoutFailed: "Logout failed",
    /** In addition to the specification. */
    loggedOutElsewhere: "Logged out everywhere else.",
    taskDeleted: "Task has been deleted successfully",
    templateRequested: "Requesting for the template. Please wait",
    templateDownloading: "Template is being downloaded",
    templateReady: "You may now download the template.",
    taskCreated: "New Task Created!",
    classCreated: "Class created successfully.",
    recoveryEmailUpdated: "Recovery email updated successfully",
    passwordChanged: "Password changed successfully",
    nameUpdated: "Profile name updated successfully",
    imageUploaded: "Profile image uploaded successfully",
  },
} as const;

/** The toast after a class was deleted: 'Class CPE 101 was deleted successfully.' */
export function classDeletedText(code: string): string {
  return `Class ${code} was deleted successfully.`;
}

/** Why an account cannot be used although its address is confirmed. */
export type ClosedAccount = "awaits-approval" | "account-disabled";

export function closedAccountText(why: ClosedAccount, supportEmail: string): string {
  return why === "awaits-approval"
    ? "An administrator must approve your account first. You will get an email."
    : `Your account is disabled. Ask ${supportEmail} if you need it.`;
}

/** For what nothing more is known about. */
export const UNEXPECTED = "An unexpected error occurred.";
