import { parseQrText } from "../../../../core/template/parse-qr-text.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";

/**
 * What a student should look at before a picture is sent, or null. Only the server knows whether a code is genuine, and
 * it may read what the browser does not: so this never holds anything up.
 */
export function codeAdvice(
  sight: CodeSight | null,
  { taskId, item, ownPaper }: { readonly taskId: string; readonly item: number; readonly ownPaper: boolean },
): string | null {
  const { codes } = TEXTS.files;
  if (sight === null) return null;
  if (ownPaper && sight.texts.length === 0 && !sight.isBlurred) return null;
  if (sight.texts.length === 0)
    return `${sight.isBlurred ? codes["blurred-code"] : NO_CODE} You can send it as it is, too.`;
  const templates = sight.texts.map(parseQrText).filter((code) => code !== null);
  if (templates.length === 0) return codes["foreign-code"];
  const own = templates.filter((code) => code.taskId === taskId);
  if (own.length === 0) return `${codes["other-task"]} ${OTHER_GROUP}`;
  if (own.some((code) => code.item === item)) return null;
  return `This is the template of item ${own[0]?.item}. Choose the picture for item ${item}.`;
}

const NO_CODE = "No QR code found in this picture. Move closer, and keep the whole sheet in the picture.";

const OTHER_GROUP = "If it is this task's sheet for your old group, send it.";

/** The QR codes in a picture, as far as the browser could see. */
export interface CodeSight {
  readonly texts: readonly string[];
  /** There is a code, but none can be read. */
  readonly isBlurred: boolean;
}
