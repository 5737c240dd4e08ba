import { ENDPOINTS, type EndpointName } from "./endpoints.ts";

/** Method and path of a call. */
type Address = { readonly [Name in EndpointName]: Pick<(typeof ENDPOINTS)[Name], "method" | "path"> };

/**
 * The method and path of each call. The build of the web UI replaces this module by its value (`vite.config.ts`), so
 * that no page loads schemas or summaries.
 */
export const ADDRESSES = Object.fromEntries(
  Object.entries(ENDPOINTS).map(([name, { method, path }]) => [name, { method, path }]),
) as Address;
