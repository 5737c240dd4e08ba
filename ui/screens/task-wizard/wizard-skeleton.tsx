import { Heading, Skeleton } from "@radix-ui/themes";

/** The wizard while it loads. */
export function WizardSkeleton({ title }: { readonly title: string }) {
  return (
    <div className="page page-narrow">
      <div className="page-head">
        <Heading as="h1" size="7">
          {title}
        </Heading>
      </div>
      <div role="status">
        <span className="visually-hidden">Loading</span>
        <Skeleton height="140px" mb="4" />
        <Skeleton height="260px" />
      </div>
    </div>
  );
}
