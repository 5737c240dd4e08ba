/** The address of a page's picture in a smaller size; it may say already that the page's header is hidden. */
export function ofWidth(address: string, width: number): string {
  return `${address}${address.includes("?") ? "&" : "?"}width=${width}`;
}
