import { Skeleton } from "@radix-ui/themes";
import type { ApiError } from "../api.ts";
import { CallFailed } from "./call-failed.tsx";

interface PendingProps {
  readonly data: unknown;
  readonly error: ApiError | null;
  /** Of what is shown until the data is there. */
  readonly height: string;
  onRetry(): Promise<void>;
}

/** In place of what a call is to bring: that it is on its way, or that it failed; nothing once it is there. */
export function Pending({ data, error, height, onRetry }: PendingProps) {
  if (data !== null) return null;
  return error ? <CallFailed message={error.message} onRetry={() => void onRetry()} /> : <Skeleton height={height} />;
}
