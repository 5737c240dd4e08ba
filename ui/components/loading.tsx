import { Spinner, type SpinnerProps } from "@radix-ui/themes";

interface LoadingProps extends Pick<SpinnerProps, "size"> {
  /** What is waited for, for whoever does not see it turn: 'Loading the page'. */
  readonly words: string;
}

/** A spinner in the place of what is still to come. */
export function Loading({ words, size = "2" }: LoadingProps) {
  return (
    <span role="status">
      <Spinner size={size} />
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
