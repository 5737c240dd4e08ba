import { QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom";
import type { PageRenderer } from "../server/contract/pages.ts";
import { queryClient } from "./calls/calls.ts";
import { setPageData } from "./page-data.ts";
import { ROUTES } from "./routes.tsx";
import { setUser } from "./store.ts";

const { query, dataRoutes } = createStaticHandler(ROUTES);

/** An instructor's page as HTML. The server runs this: its lists and links are there before the page's script comes. */
export const renderPage: PageRenderer = async ({ data, path }) => {
  const found = await query(new Request(new URL(path, "http://localhost")));
  if (found instanceof Response) return "";
  // Rendering never waits, so no other request comes between, and none finds what this one left.
  setPageData(data);
  setUser(data.user);
  try {
    return renderToString(
      <QueryClientProvider client={queryClient}>
        <StaticRouterProvider router={createStaticRouter(dataRoutes, found)} context={found} hydrate={false} />
      </QueryClientProvider>,
    );
  } catch (error) {
    // The script makes the page, or says what went wrong.
    console.error(error);
    return "";
  } finally {
    queryClient.clear();
    setUser(null);
  }
};
