import type { RegradeRequest } from "../../../server/contract/results/release.ts";
import { RequestDetail } from "./request-detail.tsx";

interface ChosenRequestProps {
  readonly taskId: string;
  readonly requests: readonly RegradeRequest[];
  /** The id of a request, which may be gone. */
  readonly chosen: string;
  readonly comments: readonly string[];
  onAnswered(id: string): Promise<void>;
}

/** The request in view, or that it is gone. */
export function ChosenRequest({ requests, chosen, ...rest }: ChosenRequestProps) {
  const request = requests.find(({ id }) => id === chosen);
  if (request === undefined) {
    return (
      <div className="empty-state" role="alert">
        The page of this request was deleted, or another one counts now. Choose another request.
      </div>
    );
  }
  return <RequestDetail key={chosen} request={request} {...rest} />;
}
