import "@fontsource-variable/inter/wght.css";
import "./base.css";
import "./screens/student-upload/student-upload.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { pageData } from "./page-data.ts";
import { StudentUploadPage } from "./screens/student-upload/student-upload-page.tsx";

const root = document.getElementById("root")!;
const page = (
  <StrictMode>
    <StudentUploadPage path={location.pathname} />
  </StrictMode>
);

// The server makes the page unless it could not get the task: then the page asks for it.
const { answers, handIn } = pageData();
if (handIn?.isGone || Object.keys(answers).length > 0) hydrateRoot(root, page);
else createRoot(root).render(page);
