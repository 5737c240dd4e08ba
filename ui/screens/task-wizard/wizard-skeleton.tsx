import { Skeleton } from "@radix-ui/themes";
import { PageHead } from "../../components/page-head.tsx";

export function WizardSkeleton({ title }: { readonly title: string }) {
  return (
    <div className="page page-narrow">
      <PageHead title={title} />
      <div role="status">
        <span className="visually-hidden">Loading</span>
        <Skeleton height="140px" mb="4" />
        <Skeleton height="260px" />
      </div>
    </div>
  );
}
