/** Members 0, 1 … of groups that are joined step by step. */
export interface UnionFind {
  /** Makes one group of those of two members: the second one's `find` is that of both. */
  join(a: number, b: number): void;
  /** A member of the group that stands for it: equal for members of one group. */
  find(member: number): number;
}

/**
 * `count` members, each in a group of its own.
 *
 * @example
 * const groups = unionFind(3);
 * groups.join(0, 2);
 * groups.find(0) === groups.find(2); // true
 */
export function unionFind(count: number): UnionFind {
  const parent = Int32Array.from({ length: count }, (_, member) => member);
  const find = (member: number): number => {
    let root = member;
    while (parent[root] !== root) root = parent[root]!;
    for (let at = member; at !== root; ) {
      const next = parent[at]!;
      parent[at] = root;
      at = next;
    }
    return root;
  };
  return {
    find,
    join: (a, b) => {
      parent[find(a)] = find(b);
    },
  };
}
