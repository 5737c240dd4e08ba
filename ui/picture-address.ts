/** The address of a page's picture in a smaller size; it may already have the parameter for a hidden header. */
export function ofWidth(address: string, width: number): string {
  return `${address}${address.includes("?") ? "&" : "?"}width=${width}`;
}
