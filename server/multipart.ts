import { ERROR_PAGES } from "./contract/error-pages.ts";
import { Refusal } from "./refusal.ts";
import { refuseNul } from "./refuse-nul.ts";

/** Reads a form with a file that fits into memory. */
export async function readSmallForm(request: Request): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new Refusal(415, { code: "not-multipart", message: "The request must be multipart/form-data." });
  }
  try {
    const form = await request.formData();
    for (const [name, value] of form) refuseNul([name, typeof value === "string" ? value : value.name], name);
    return form;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(400, { code: "bad-request", message: ERROR_PAGES["400"].message });
  }
}
