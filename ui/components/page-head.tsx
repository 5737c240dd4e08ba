import { Heading } from "@radix-ui/themes";
import type { ReactNode } from "react";

interface PageHeadProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}

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
