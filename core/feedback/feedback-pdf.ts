import { OWN_INFO, writePdf } from "../basics/write-pdf.ts";
import { type FontBook, openFontBook } from "../fonts/font-book.ts";
import { lackingCharacters } from "../fonts/text-runs.ts";
import { type TextStyle, writeParagraph } from "../fonts/write-text.ts";
import { type ItemFeedback, itemTexts, pointsText, type StudentFeedback } from "./student-feedback.ts";

type Document = PDFKit.PDFDocument;

/** Points. */
const [MARGIN, PICTURE_HEIGHT] = [50, 430];

/**
 * Feedback as a PDF: each student starts on a new page, so that one file prints a whole class. A name with
 * letters that no font has is left out, and the student's ID says whose it is.
 */
export async function feedbackPdf(
  students: AsyncIterable<StudentFeedback>,
  { fonts = openFontBook() }: { readonly fonts?: FontBook } = {},
): Promise<Uint8Array> {
  return writePdf({ size: "A4", margin: MARGIN, info: { ...OWN_INFO, Title: "Feedback" } }, async (document) => {
    let pages = 0;
    for await (const student of students) {
      document.addPage();
      pages++;
      writeStudent(document, student, fonts);
    }
    if (pages === 0) write(document.addPage(), "There is no feedback yet.", { fonts, weight: "regular", size: 12 });
  });
}

function write(document: Document, text: string, style: TextStyle): void {
  document.x = MARGIN;
  writeParagraph(document, text, { ...style, width: document.page.width - 2 * MARGIN });
}

/** First-strong isolate and its end: a name from right to left leaves the ID after it in its place. */
const [ISOLATE, ISOLATED] = ["\u2068", "\u2069"];

function writeStudent(document: Document, feedback: StudentFeedback, fonts: FontBook): void {
  const { studentId, name, title, total, maximum, items, madeBy } = feedback;
  const isNamed = name !== "" && lackingCharacters(name, fonts).length === 0;
  const who = isNamed ? `${ISOLATE}${name}${ISOLATED} (${studentId})` : studentId;
  const points = total === null ? "not graded yet" : `${total} of ${maximum}`;
  document.fillColor("#1c2330");
  write(document, title, { fonts, weight: "bold", size: 18 });
  write(document, who, { fonts, weight: "regular", size: 11 });
  write(document, points, { fonts, weight: "bold", size: 11 });
  document.moveDown();
  for (const item of items) writeItem(document, item, fonts);
  document.fillColor("#5b6472");
  if (madeBy !== undefined) write(document, madeBy, { fonts, weight: "regular", size: 7 });
}

function writeItem(document: Document, item: ItemFeedback, fonts: FontBook): void {
  const width = document.page.width - 2 * MARGIN;
  if (document.y > document.page.height - MARGIN - 80) document.addPage();
  const plain = { fonts, weight: "regular", size: 10 } as const;
  write(document, `Item ${item.item}: ${pointsText(item)}`, { fonts, weight: "bold", size: 13 });
  document.moveDown(0.3);
  if (item.comment !== "") {
    write(document, item.comment, plain);
    document.moveDown(0.3);
  }
  for (const text of itemTexts(item)) write(document, `• ${text}`, plain);
  document.moveDown(0.5);
  if (item.picture === null) return;
  const image = openImage(document, item.picture);
  const scale = Math.min(width / image.width, PICTURE_HEIGHT / image.height);
  if (document.y + image.height * scale > document.page.height - MARGIN) document.addPage();
  document.image(image, MARGIN, document.y, { width: image.width * scale });
  document.y += image.height * scale;
  document.moveDown();
}

/** A picture in the form that `image` takes, with its size in pixels. */
type OpenedImage = PDFKit.Mixins.ImageSrc & { readonly width: number; readonly height: number };

/** pdfkit's types lack this method. */
function openImage(document: Document, picture: Uint8Array): OpenedImage {
  const reader = document as Document & { openImage(source: Buffer): OpenedImage };
  return reader.openImage(Buffer.from(picture));
}
