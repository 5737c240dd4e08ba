import { ExclamationTriangleIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { ApiError } from "../api.ts";

export interface AwaitedCall<Data = unknown> {
  /** The last data stays while a later call fails. */
  readonly data: Data | null;
  readonly error: ApiError | null;
  reload(): Promise<void>;
}

type DataOf<Calls extends readonly AwaitedCall[]> = { [Index in keyof Calls]: NonNullable<Calls[Index]["data"]> };

interface AnswersProps<Calls extends readonly AwaitedCall[]> {
  readonly to: Calls;
  readonly waiting: ReactNode;
  /** What a failed call says; its own message otherwise. */
  failure?(error: ApiError): string;
  children(...data: DataOf<Calls>): ReactNode;
}

/** What calls answer: on its way, failed, or there. */
export function Answers<const Calls extends readonly AwaitedCall[]>(props: AnswersProps<Calls>) {
  const { to: calls, waiting, failure, children } = props;
  const missing = calls.filter(({ data }) => data === null);
  const error = missing.find((call) => call.error !== null)?.error;
  if (error) {
    const message = failure?.(error) ?? error.message;
    return <CallFailed message={message} onRetry={() => void Promise.all(calls.map(({ reload }) => reload()))} />;
  }
  if (missing.length > 0) return waiting;
  return children(...(calls.map(({ data }) => data) as unknown as DataOf<Calls>));
}

export function CallFailed({ message, onRetry }: { readonly message: string; onRetry(): void }) {
  return (
    <div className="empty-state" role="alert">
      <ExclamationTriangleIcon width="28" height="28" />
      <p>{message}</p>
      <Button variant="soft" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
