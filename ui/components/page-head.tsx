import { Heading } from "@radix-ui/themes";
import type { ReactNode } from "react";

interface PageHeadProps {
  readonly title: string;
  /** A line below the title. */
  readonly text?: ReactNode;
  /** What the page offers, at the right. */
  readonly children?: ReactNode;
}

/** The head of a page. */
export function PageHead({ title, text, children }: PageHeadProps) {
  return (
    <div className="page-head">
      <div>
        <Heading as="h1" size="7">
          {title}
        </Heading>
        {text && <p>{text}</p>}
      </div>
      {children}
    </div>
  );
}
