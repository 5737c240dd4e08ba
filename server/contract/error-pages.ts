import { UNEXPECTED } from "./texts.ts";

/** The error page: titles, and the default messages. */
export const ERROR_PAGES = {
  unauthorized: { title: "Unauthorized", message: "You don't have permission to access this page." },
  "404": {
    title: "Oops!",
    message:
      "Page not found. The page you're looking for might have been removed or you might have entered an incorrect URL.",
  },
  "500": { title: "Server Error", message: "There was a problem with the server. Please try again later." },
  "403": { title: "Forbidden", message: "You don't have permission to access this resource." },
  "400": {
    title: "Bad Request",
    message: "The request could not be understood or was missing required parameters.",
  },
  "408": { title: "Request Timeout", message: "The request took too long and timed out. Please try again." },
  "409": {
    title: "Conflict",
    message: "There was a conflict with the request. It could be due to a resource conflict or a duplicate entry.",
  },
  unreachable: {
    title: "No Connection",
    message: "The server cannot be reached. This page loads by itself as soon as it can be reached again.",
  },
  other: { title: "Error", message: UNEXPECTED },
} as const;
