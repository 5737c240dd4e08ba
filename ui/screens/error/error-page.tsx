import { ArrowLeftIcon } from "@radix-ui/react-icons";
import { Button, Heading, Text } from "@radix-ui/themes";
import { Link, useLocation } from "react-router-dom";
import { ERROR_PAGES } from "../../../server/contract/texts.ts";
import { BrokenWire } from "../../components/broken-wire.tsx";

export interface ErrorState {
  /** A status, `unauthorized` or anything else. */
  readonly type?: string | number;
  /** Default: the type's own text. */
  readonly message?: string;
}

/** Says what went wrong; type and message come from the navigation state or from the properties. */
export function ErrorPage(props: ErrorState) {
  const state = (useLocation().state ?? {}) as ErrorState;
  const type = String(props.type ?? state.type ?? "other");
  const page = ERROR_PAGES[type as keyof typeof ERROR_PAGES] ?? ERROR_PAGES.other;
  return (
    <div className="error-page">
      <BrokenWire />
      <Heading as="h1" size="8">
        {page.title}
      </Heading>
      <Text as="p" size="3" color="gray">
        {props.message ?? state.message ?? page.message}
      </Text>
      <Button asChild size="3">
        <Link to="/auth">
          <ArrowLeftIcon />
          Go Back to Home
        </Link>
      </Button>
    </div>
  );
}
