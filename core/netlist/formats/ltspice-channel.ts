import type { PlacedPin } from "./ltspice-placement.ts";
import type { AscPoint } from "./ltspice-symbols.ts";

export interface Wire {
  readonly from: AscPoint;
  readonly to: AscPoint;
}

/** A signal's pins on both sides of a channel. */
interface Crossing {
  readonly signal: number;
  readonly left: readonly PlacedPin[];
  readonly right: readonly PlacedPin[];
  readonly top: number;
  readonly bottom: number;
}

export interface ChannelPlan {
  /** How many vertical tracks the channel needs. */
  readonly tracks: number;
  /** By signal; a signal that runs straight through needs no track. */
  readonly trackOf: ReadonlyMap<number, number>;
}

/**
 * Gives each signal that changes its height in a channel a vertical track, so that no two of one track meet: the left-edge
 * rule of Hashimoto and Stevens (8th Design Automation Workshop, 1971).
 */
export function planChannel(left: readonly PlacedPin[], right: readonly PlacedPin[]): ChannelPlan {
  const bottoms: number[] = [];
  const trackOf = new Map<number, number>();
  const turning = crossings(left, right).filter(({ top, bottom }) => top < bottom);
  for (const { signal, top, bottom } of turning.sort((a, b) => a.top - b.top)) {
    const free = bottoms.findIndex((used) => used < top);
    const track = free < 0 ? bottoms.length : free;
    bottoms[track] = bottom;
    trackOf.set(signal, track);
  }
  return { tracks: bottoms.length, trackOf };
}

/**
 * The wires of a channel: every signal's pins led straight to its track. A wire ends wherever another joins it, so that
 * connections are made at ends alone.
 */
export function channelWires(
  { left, right }: { readonly left: readonly PlacedPin[]; readonly right: readonly PlacedPin[] },
  trackX: (signal: number) => number,
): Wire[] {
  return crossings(left, right).flatMap((crossing) => {
    const pins = [...crossing.left, ...crossing.right];
    const [first, second] = pins;
    if (crossing.top === crossing.bottom && first && second && pins.length === 2) return [{ from: first, to: second }];
    const x = trackX(crossing.signal);
    const heights = [...new Set(pins.map(({ y }) => y))].sort((a, b) => a - b);
    const trunk = heights.slice(1).map((y, index) => ({ from: { x, y: heights[index]! }, to: { x, y } }));
    return [...pins.map((pin) => ({ from: pin, to: { x, y: pin.y } })), ...trunk];
  });
}

function crossings(left: readonly PlacedPin[], right: readonly PlacedPin[]): Crossing[] {
  const signals = [...new Set(left.map(({ signal }) => signal))];
  return signals.map((signal) => {
    const own = {
      left: left.filter((pin) => pin.signal === signal),
      right: right.filter((pin) => pin.signal === signal),
    };
    const heights = [...own.left, ...own.right].map(({ y }) => y);
    return { signal, ...own, top: Math.min(...heights), bottom: Math.max(...heights) };
  });
}
