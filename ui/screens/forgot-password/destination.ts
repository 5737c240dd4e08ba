import type { RequestOf } from "../../../server/contract/endpoints.ts";

/** Which of an account's addresses gets the recovery mail. */
export type Destination = NonNullable<RequestOf<"forgotPassword">["body"]["destination"]>;
