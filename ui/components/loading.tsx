import { Spinner, type SpinnerProps } from "@radix-ui/themes";

interface LoadingProps extends Pick<SpinnerProps, "size"> {
  /** What is being loaded, for people who cannot see the spinner: 'Loading the page'. */
  readonly words: string;
}

export function LoadingPart({ words }: Pick<LoadingProps, "words">) {
  return (
    <div className="empty-state">
      <Loading size="3" words={words} />
    </div>
  );
}

export function Loading({ words, size = "2" }: LoadingProps) {
  return (
    <span role="status">
      <Spinner size={size} />
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
