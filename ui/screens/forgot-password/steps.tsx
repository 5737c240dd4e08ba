/** How far the recovery is: `at` counts from 1 to 3. */
export function Steps({ at }: { readonly at: number }) {
  return (
    <ol className="steps" aria-label={`Step ${at} of 3`}>
      {[1, 2, 3].map((step) => (
        <li key={step} data-done={step <= at || undefined} aria-current={step === at ? "step" : undefined} />
      ))}
    </ol>
  );
}
