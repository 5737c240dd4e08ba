import { ExclamationTriangleIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";

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
