import "@fontsource-variable/inter/wght.css";
import "./base.css";
import "./screens/student-upload/student-upload.css";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { StudentUploadPage } from "./screens/student-upload/student-upload-page.tsx";

hydrateRoot(
  document.getElementById("root")!,
  <StrictMode>
    <StudentUploadPage path={location.pathname} />
  </StrictMode>,
);
