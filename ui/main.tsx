import "@fontsource-variable/inter/wght.css";
import "./themes.css";
import "./base.css";
import "./styles.css";
import "./touch.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { onSaved, onSessionLost } from "./api.ts";
import { answersOutdated, queryClient } from "./calls/calls.ts";
import { countCharacters } from "./layout/count-characters.ts";
import { pageData } from "./page-data.ts";
import { ROUTES } from "./routes.tsx";
import { askLogin, currentUser, hasUnsavedWork, setUser, toast } from "./store.ts";

countCharacters();

setUser(pageData().user);

const router = createBrowserRouter(ROUTES);

onSaved(answersOutdated);

onSessionLost(async (message, { saving }) => {
  if (currentUser() === null) return false;
  // Unsaved input, or a save in progress, is not discarded with the page.
  if (saving || hasUnsavedWork()) return askLogin(message);
  console.info("Session expired. Redirecting to login...");
  setUser(null);
  toast(message, "error");
  void router.navigate("/auth");
  return false;
});

const stopWaiting = router.subscribe(show);
show(router.state);

/** What the server made stays in view until the page's own module is there. */
function show({ initialized }: typeof router.state): void {
  if (!initialized) return;
  stopWaiting();
  createRoot(document.getElementById("root")!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
