import type { AppContext } from "../context.ts";

const HOUR = 60 * 60;

/** Mails to one account, whether there is one or not: for one who asks, and for all strangers together. */
const MAILS = { own: { limit: 5, seconds: HOUR }, strangers: { limit: 20, seconds: HOUR } } as const;

interface Asked {
  /** The mail's address as it is stored. */
  readonly account: string;
  readonly address: string;
  /** The browser, where the account was signed in to from it: nobody else's asking counts against it. */
  readonly device: string | null;
}

/** Counts a mail that somebody asks for who has not signed in; refuses where there were too many. */
export async function countMail({ limiter }: AppContext, { account, address, device }: Asked): Promise<void> {
  if (device !== null) return limiter.take(`mail-to-device:${device}`, MAILS.own);
  await limiter.take(`mail-to-from:${account} ${address}`, MAILS.own);
  await limiter.take(`mail-to:${account}`, MAILS.strangers);
}
