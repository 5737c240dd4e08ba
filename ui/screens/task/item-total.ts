import { sum } from "../../../core/basics/numbers.ts";

export function itemTotal({ keys }: { readonly keys: readonly { readonly grade: string }[] }): number {
  return sum(keys.map(({ grade }) => Number(grade)));
}
