import { z } from "zod";
import type { ItemNames } from "./item-names.ts";

const names = z.array(z.string("A name must be a text").max(50)).max(100).readonly().default([]);

/** The shape of an item's names; `checkNames` checks them. */
export const itemNamesSchema = z.strictObject({ inputs: names, outputs: names }) satisfies z.ZodType<ItemNames>;
