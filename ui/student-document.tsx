import { renderToString } from "react-dom/server";
import type { PageRenderer } from "../server/contract/pages.ts";
import { setPageData } from "./page-data.ts";
import { StudentUploadPage } from "./screens/student-upload/student-upload-page.tsx";

/** The student's page as HTML. The server runs this: the form works before the page's script comes, and without it. */
export const renderPage: PageRenderer = ({ data, path }) => {
  // Rendering never waits, so no other request comes between.
  setPageData(data);
  return renderToString(<StudentUploadPage path={path.replace(/\?.*/, "")} />);
};
