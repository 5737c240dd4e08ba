import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { StudentUploadPage } from "./screens/student-upload/student-upload-page.tsx";

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <StudentUploadPage />
  </StrictMode>,
);
