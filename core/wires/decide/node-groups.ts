/** Groups of connected lines or nodes (union-find); the memory is reused. */
export interface NodeGroups {
  /** Separates all members again. */
  reset(): void;
  join(a: number, b: number): void;
  /** Numbers the groups by their first members; `groupOf` is valid until the next call. */
  number(): { readonly groupOf: Int32Array; readonly groups: number };
}

export function nodeGroups(count: number): NodeGroups {
  const parent = Int32Array.from({ length: count }, (_, member) => member);
  const numbers = new Int32Array(count);
  const groupOf = new Int32Array(count);
  const find = (member: number): number => {
    let root = member;
    while (parent[root] !== root) root = parent[root]!;
    let at = member;
    while (parent[at] !== root) {
      const next = parent[at]!;
      parent[at] = root;
      at = next;
    }
    return root;
  };
  return {
    reset: () => {
      for (let member = 0; member < count; member++) parent[member] = member;
    },
    join: (a, b) => {
      parent[find(a)] = find(b);
    },
    number: () => {
      numbers.fill(-1);
      let groups = 0;
      for (let member = 0; member < count; member++) {
        const root = find(member);
        if (numbers[root] === -1) numbers[root] = groups++;
        groupOf[member] = numbers[root]!;
      }
      return { groupOf, groups };
    },
  };
}
