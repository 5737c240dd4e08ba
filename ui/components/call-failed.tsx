import { ExclamationTriangleIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";

export interface CallFailedProps {
  readonly message: string;
  onRetry(): void;
}

export function CallFailed({ message, onRetry }: CallFailedProps) {
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
