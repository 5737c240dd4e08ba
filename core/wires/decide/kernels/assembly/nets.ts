import { edges } from "./puzzle.ts";
import { ints } from "./tables.ts";

/** The net of each line, 0 … `nets` - 1, in the order of their first lines. */
export let netOfLine = ints(0);
export let nets: i32 = 0;

let parent = ints(0);
let numbers = ints(0);

export function placeNets(): void {
  netOfLine = ints(edges);
  parent = ints(edges);
  numbers = ints(edges);
}

/** Separates all lines. */
export function separate(): void {
  for (let line = 0; line < edges; line++) parent[line] = line;
}

export function join(a: i32, b: i32): void {
  parent[root(a)] = root(b);
}

function root(line: i32): i32 {
  let top = line;
  while (parent[top] !== top) top = parent[top];
  while (parent[line] !== top) {
    const next = parent[line];
    parent[line] = top;
    line = next;
  }
  return top;
}

export function numberNets(): void {
  nets = 0;
  for (let line = 0; line < edges; line++) numbers[line] = -1;
  for (let line = 0; line < edges; line++) {
    const top = root(line);
    if (numbers[top] === -1) numbers[top] = nets++;
    netOfLine[line] = numbers[top];
  }
}
