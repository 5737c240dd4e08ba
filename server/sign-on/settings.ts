import { z } from "zod";
import { namesThisMachine } from "../middleware/own-host.ts";

/** The OpenID Connect provider at which people sign on. */
export interface SignOnSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** How people call it: "Continue with NAME". */
  readonly name: string;
  /** Whether every address that it gives is its owner's, although it does not say so in `email_verified`. */
  readonly verifiesAddresses: boolean;
}

/** The variables of single sign-on, and the one that makes it the only way in. */
export const SIGN_ON_VARIABLES = {
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, "the issuer of an OpenID Connect provider, like https://login.example.edu/realms/staff")
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z
    .string()
    .refine((text) => text.length <= 40, "at most 40 characters")
    .default("Single Sign-On"),
  OIDC_VERIFIES_ADDRESSES: z.enum(["yes", "no"], "yes or no").default("no"),
  LOCAL_PASSWORDS: z.enum(["on", "off"], "on or off").default("on"),
};

type Given = z.output<z.ZodObject<typeof SIGN_ON_VARIABLES>>;

/** What is missing, by the variable; the values themselves are right. */
export function missingForSignOn(given: Given): Readonly<Partial<Record<keyof Given, string>>> {
  if (given.OIDC_ISSUER === undefined) {
    const wanted = "the provider's issuer, as another setting needs it";
    const needed = given.OIDC_CLIENT_ID ?? given.OIDC_CLIENT_SECRET ?? (given.LOCAL_PASSWORDS === "off" || undefined);
    return needed === undefined ? {} : { OIDC_ISSUER: wanted };
  }
  return {
    ...(given.OIDC_CLIENT_ID === undefined && { OIDC_CLIENT_ID: "the client's ID at the provider in OIDC_ISSUER" }),
    ...(given.OIDC_CLIENT_SECRET === undefined && { OIDC_CLIENT_SECRET: "the client's secret at that provider" }),
  };
}

/** The settings of a provider, of which nothing is missing; null: there is none. */
export function readSignOn(given: Given): SignOnSettings | null {
  if (given.OIDC_ISSUER === undefined) return null;
  return {
    issuer: given.OIDC_ISSUER,
    clientId: given.OIDC_CLIENT_ID!,
    clientSecret: given.OIDC_CLIENT_SECRET!,
    name: given.OIDC_NAME,
    verifiesAddresses: given.OIDC_VERIFIES_ADDRESSES === "yes",
  };
}

/** Tokens and the secret must not cross a network in clear: without TLS only on this machine, for trying out. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username } = new URL(text);
  if (search !== "" || hash !== "" || username !== "") return false;
  return protocol === "https:" || (protocol === "http:" && namesThisMachine(hostname));
}
