import "@fontsource-variable/inter/wght.css";
import "./screens/student-upload/student-upload.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { StudentUploadPage } from "./screens/student-upload/student-upload-page.tsx";

const { classList } = document.documentElement;
if (!classList.contains("light") && matchMedia("(prefers-color-scheme: dark)").matches) classList.add("dark");

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <StudentUploadPage />
  </StrictMode>,
);
