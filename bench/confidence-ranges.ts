const ENDS = [0, 0.5, 0.7, 0.9, 0.95, 0.98, 0.995, 1] as const;

/** Ranges of confidence in which tables count how much is right; 1 belongs to the last one. */
export const CONFIDENCE_RANGES = ENDS.slice(1).map((to, index) => {
  const from = ENDS[index]!;
  return {
    title: `${from} to ${to}`,
    has: (confidence: number) => confidence >= from && (confidence < to || to === 1),
  };
});
