import type { AppContext } from "../../context.ts";
import { RATES } from "../../rates.ts";

interface Asked {
  /** The mail's address as it is stored. */
  readonly account: string;
  readonly address: string;
  /** The browser, if the account has signed in from it: other people's requests do not count against it. */
  readonly device: string | null;
}

/** Counts a mail that was requested without signing in; refuses if there were too many. */
export async function countMail({ limiter }: AppContext, { account, address, device }: Asked): Promise<void> {
  if (device !== null) return limiter.take(`mail-to-device:${device}`, RATES.mailByAccountAndAddress);
  await limiter.take(`mail-to-from:${account} ${address}`, RATES.mailByAccountAndAddress);
  await limiter.take(`mail-to:${account}`, RATES.mailByAccount);
}
