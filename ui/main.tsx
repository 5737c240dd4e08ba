import "@fontsource-variable/inter/wght.css";
import "@radix-ui/themes/styles.css";
import "./styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { onSessionLost } from "./api.ts";
import { ROUTES } from "./routes.tsx";
import { currentUser, setUser, toast } from "./store.ts";

const router = createBrowserRouter(ROUTES);

onSessionLost((message) => {
  if (currentUser() === null) return;
  console.info("Session expired. Redirecting to login...");
  setUser(null);
  toast(message, "error");
  void router.navigate("/auth");
});

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
