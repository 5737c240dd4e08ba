import type { CommandId } from "../../../evaluator/commands.ts";

export const WAYS: Partial<Record<CommandId, { x: number; y: number }>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

export const SIDES: Partial<Record<CommandId, { x: number; y: number }>> = {
  narrower: { x: -1, y: 0 },
  wider: { x: 1, y: 0 },
  lower: { x: 0, y: -1 },
  higher: { x: 0, y: 1 },
};
