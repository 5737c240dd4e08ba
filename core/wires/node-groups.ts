/** Lines that hang together, found again and again in the same memory (union-find). */
export interface NodeGroups {
  /** Takes all lines apart. */
  reset(): void;
  join(a: number, b: number): void;
  /** Numbers the groups by their first lines. */
  number(): { readonly netOfEdge: Int32Array; readonly nets: number };
}

export function nodeGroups(count: number): NodeGroups {
  const parent = new Int32Array(count);
  const numbers = new Int32Array(count);
  const find = (line: number): number => {
    let root = line;
    while (parent[root] !== root) root = parent[root]!;
    let at = line;
    while (parent[at] !== root) {
      const next = parent[at]!;
      parent[at] = root;
      at = next;
    }
    return root;
  };
  return {
    reset: () => {
      for (let line = 0; line < count; line++) parent[line] = line;
    },
    join: (a, b) => {
      parent[find(a)] = find(b);
    },
    number: () => {
      numbers.fill(-1);
      const netOfEdge = new Int32Array(count);
      let nets = 0;
      for (let line = 0; line < count; line++) {
        const root = find(line);
        if (numbers[root] === -1) numbers[root] = nets++;
        netOfEdge[line] = numbers[root]!;
      }
      return { netOfEdge, nets };
    },
  };
}
