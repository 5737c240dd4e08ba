import { Skeleton } from "@radix-ui/themes";

export function TasksSkeleton() {
  return (
    <div className="panel tasks-skeleton" role="status">
      <span className="visually-hidden">Loading tasks</span>
      {["a", "b", "c", "d", "e", "f"].map((row) => (
        <Skeleton key={row} height="22px" />
      ))}
    </div>
  );
}
