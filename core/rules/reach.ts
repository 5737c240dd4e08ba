/** From where a site's address can be opened: this computer, devices of the same network, or everywhere. */
export type Reach = "computer" | "network" | "everywhere";

/** Private IPv4 (RFC 1918) and link-local addresses, unique local and link-local IPv6 addresses, and mDNS names. */
const IN_NETWORK = /^(10\.\d+|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\.\d+\.\d+$|^\[(f[cd]|fe[89ab])|\.local$/i;

/**
 * How far a host name reaches, as `location.hostname` has it. It cannot know what a name resolves to.
 *
 * @example
 * reachOf("192.168.1.20"); // "network"
 */
export function reachOf(hostname: string): Reach {
  if (/^(.+\.)?localhost$|^127\.|^\[::1\]$/i.test(hostname)) return "computer";
  return IN_NETWORK.test(hostname) ? "network" : "everywhere";
}
