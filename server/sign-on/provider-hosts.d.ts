declare module "*/provider-hosts.mjs" {
  /** The hosts of the provider in OIDC_ISSUER, each with its port, for Deno's permissions. */
  export function providerHosts(variables: Readonly<Record<string, string | undefined>>): Promise<string[]>;
}
