import type { Context } from "hono";
import type { TokenScope } from "../core/rules/access-token.ts";
import type { RequestBody } from "./request-body.ts";

/** The session that a request carries. */
export interface Session {
  readonly tokenHash: string;
  readonly passwordValidatedAt: number | null;
  readonly remember: boolean;
  readonly user: SessionUser;
}

/** The access token that a call of a program carries, and whose it is. */
export interface TokenUse {
  readonly id: string;
  readonly name: string;
  readonly scope: TokenScope;
  readonly user: SessionUser;
}

/** The signed-in instructor; never the password's hash. */
export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** What the middleware knows of a request before a handler runs. */
export interface AppEnv {
  /** What Deno passes beside the request. */
  Bindings: { readonly remoteAddr?: { readonly hostname: string } };
  Variables: {
    /** Who calls, as far as the trusted proxies tell. */
    address: string;
    requestId: string;
    /** Set where the request has a body. */
    body?: RequestBody;
    /** The code of the error that answers the request. */
    refusal?: string;
    session: Session | null;
    /** Set by calls that take an access token. */
    token?: TokenUse;
  };
}

export type RequestContext = Context<AppEnv>;
