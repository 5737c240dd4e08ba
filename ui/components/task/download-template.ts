import { TEMPLATE_FILE_NAME } from "../../../core/rules/files/file-name.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call, messageOf } from "../../api.ts";
import { saveFile } from "../../save-file.ts";
import { toast } from "../../store.ts";

export async function downloadTemplate(taskId: string): Promise<void> {
  toast(TEXTS.toasts.templateRequested, "info");
  try {
    const response = await call("getTemplate", { params: { taskId } });
    toast(TEXTS.toasts.templateReady);
    saveFile(await response.blob(), TEMPLATE_FILE_NAME);
    toast(TEXTS.toasts.templateDownloading);
  } catch (error) {
    toast(messageOf(error), "error");
  }
}
