import { UPLOAD } from "../core/rules/limits.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How often a call may be made, in calls per `seconds`. A whole campus may share one address, so limits per address are
 * generous, but far below what guessing needs.
 */
export interface Rate {
  readonly limit: number;
  readonly seconds: number;
}

/**
 * Limits that hold for every call of an endpoint, `by` address, address and task, or signed-in user. Endpoints name them
 * in the contract's table, the router counts; those that name the same one share its counter.
 */
export const CALL_RATES = {
  registerByAddress: { by: "address", limit: 30, seconds: HOUR },
  /** Mails that one address asks for. */
  mailByAddress: { by: "address", limit: 30, seconds: HOUR },
  contactByAddress: { by: "address", limit: 10, seconds: HOUR },
  /** It tells whether an account has an address. */
  memberByUser: { by: "user", limit: 100, seconds: HOUR },
  /** What is stored about a student: it lists every file, and an erasure writes stacks again. */
  studentDataByUser: { by: "user", limit: 100, seconds: HOUR },
  spreadsheetByUser: { by: "user", limit: 60, seconds: HOUR },
  profileImageByUser: { by: "user", limit: 20, seconds: HOUR },
  /** A lecture of 500 may share one address, and opens the page, and asks again at the due date, all at once. */
  publicTaskByAddress: { by: "address and task", limit: 2000, seconds: MINUTE },
  templateByAddress: { by: "address and task", limit: 2000, seconds: MINUTE },
} as const satisfies Record<string, Rate & { readonly by: "address" | "address and task" | "user" }>;

export type CallRateName = keyof typeof CALL_RATES;

/** Limits that depend on what is asked for: services count them. */
export const RATES = {
  /** Links of mails that are not valid: who has a valid one is not affected. */
  wrongLinkByAddress: { limit: 60, seconds: 15 * MINUTE },
  /** Sign-ons that begin in browsers that never signed on; a campus may share one address. And ends of none that began. */
  signOnByAddress: { limit: 240, seconds: 5 * MINUTE },
  /** Sign-ons that begin in a browser that has signed on before. */
  signOnByDevice: { limit: 30, seconds: 5 * MINUTE },
  loginByAddress: { limit: 60, seconds: 5 * MINUTE },
  /** Guesses at one account from one browser or address. */
  loginByAccountAndAddress: { limit: 10, seconds: 15 * MINUTE },
  /** Guesses at one account from all browsers that never signed in to it. */
  loginByAccount: { limit: 50, seconds: 15 * MINUTE },
  /** A signed-in user who confirms the password. */
  passwordByUser: { limit: 10, seconds: 15 * MINUTE },

  /** Codes of a second factor, after the correct password; two rates, as only three of a million codes are right. */
  secondFactor: { limit: 10, seconds: 15 * MINUTE },
  secondFactorADay: { limit: 50, seconds: DAY },

  /** Mails to one account, whether it exists or not, that one browser or address asks for. */
  mailByAccountAndAddress: { limit: 5, seconds: HOUR },
  /** Mails to one account requested by all strangers together. */
  mailByAccount: { limit: 20, seconds: HOUR },

  /** Calls with one access token, one per page: a course of two thousand answers is pushed in one go. */
  accessToken: { limit: 6000, seconds: 10 * MINUTE },
  wrongAccessTokenByAddress: { limit: 60, seconds: 15 * MINUTE },

  /**
   * Pages of results, pictures and requests under one link: nobody else at the address can use it up. Wrong links count
   * by address.
   */
  resultByLink: { limit: 300, seconds: MINUTE },
  wrongResultByAddress: { limit: 2000, seconds: MINUTE },
  /** Regrade requests for one answer. */
  regradeRequestByAnswer: { limit: 5, seconds: DAY },

  stackByUser: { limit: 120, seconds: 10 * MINUTE },

  /**
   * Pages of the sender of an answer's first page: only that sender uses them up, so nobody else at the address or
   * elsewhere can keep a student from handing in. The bytes all stay in the history: 15 of the largest files, 60 photos,
   * or 300 small ones. Without that limit one student could fill the server's disk in an hour.
   */
  ownPageBytes: { limit: 15 * UPLOAD.fileBytes, seconds: DAY },
  /**
   * Pages with which one address replaces, in a task, pages that other senders handed in first. Students who lost their
   * receipts need them: 1500 photos.
   */
  otherPageBytes: { limit: 300 * UPLOAD.fileBytes, seconds: DAY },
  /**
   * Files from one address for a task that cannot be a student's page: the upload page never sends a misnamed file, and
   * names must not be guesses at who is enrolled.
   */
  strayUploads: { limit: 300, seconds: 10 * MINUTE },
} as const satisfies Record<string, Rate>;
