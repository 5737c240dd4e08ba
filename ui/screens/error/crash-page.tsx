import { Button, Heading, Text, Theme } from "@radix-ui/themes";
import { useRouteError } from "react-router-dom";
import { ERROR_PAGES } from "../../../server/contract/texts.ts";
import { BrokenWire } from "../../components/broken-wire.tsx";
import { useTheme } from "../../store.ts";

/** Shown in place of a page that crashed, or whose files could not be fetched: the only way on is to reload it. */
export function CrashPage() {
  const error = useRouteError();
  const theme = useTheme();
  console.error(error);
  return (
    <Theme appearance={theme} accentColor="jade" grayColor="sage">
      <main className="error-page">
        <BrokenWire />
        <Heading as="h1" size="8">
          {ERROR_PAGES.other.title}
        </Heading>
        <Text as="p" size="3" color="gray">
          {ERROR_PAGES.other.message}
        </Text>
        <Button size="3" onClick={() => location.reload()}>
          Load the page again
        </Button>
      </main>
    </Theme>
  );
}
