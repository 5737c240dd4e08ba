import { createRequire } from "node:module";
import { type ItemFeedback, itemTexts, pointsText, type StudentFeedback } from "./student-feedback.ts";

type Document = PDFKit.PDFDocument;

/** Points. */
const [MARGIN, PICTURE_HEIGHT] = [50, 430];

/** Feedback as a PDF: each student starts on a new page, so that one file prints a whole class. */
export async function feedbackPdf(students: AsyncIterable<StudentFeedback>): Promise<Uint8Array> {
  const { default: PDFDocument } = await import("pdfkit");
  const document = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    autoFirstPage: false,
    // biome-ignore lint/style/noRestrictedGlobals: a fixed date is no clock; without it pdfkit takes the current time.
    info: { Title: "Feedback", Producer: "CircuitGrade", Creator: "CircuitGrade", CreationDate: new Date(0) },
  });
  const parts: Uint8Array[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    document.on("data", (part: Uint8Array) => parts.push(part));
    document.on("end", resolve);
    document.on("error", reject);
  });
  const { resolve } = createRequire(import.meta.url);
  // PDF's built-in fonts lack the operators and some letters of names.
  document.registerFont("text", resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"));
  document.registerFont("bold", resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"));
  let pages = 0;
  for await (const student of students) {
    document.addPage();
    pages++;
    writeStudent(document, student);
  }
  if (pages === 0) document.addPage().font("text").fontSize(12).text("There is no feedback yet.");
  document.end();
  await finished;
  return new Uint8Array(Buffer.concat(parts));
}

function writeStudent(document: Document, feedback: StudentFeedback): void {
  const { studentId, name, title, total, maximum, items, madeBy } = feedback;
  const who = name === "" ? studentId : `${name} (${studentId})`;
  document.font("bold").fontSize(18).fillColor("#1c2330").text(title);
  document.font("text").fontSize(11).text(who);
  document
    .font("bold")
    .text(total === null ? "not graded yet" : `${total} of ${maximum}`)
    .moveDown();
  for (const item of items) writeItem(document, item);
  if (madeBy !== undefined) document.font("text").fontSize(7).fillColor("#5b6472").text(madeBy, MARGIN);
}

function writeItem(document: Document, item: ItemFeedback): void {
  const width = document.page.width - 2 * MARGIN;
  if (document.y > document.page.height - MARGIN - 80) document.addPage();
  document
    .font("bold")
    .fontSize(13)
    .text(`Item ${item.item}: ${pointsText(item)}`, MARGIN)
    .moveDown(0.3);
  document.font("text").fontSize(10);
  if (item.comment !== "") document.text(item.comment, { width }).moveDown(0.3);
  for (const text of itemTexts(item)) document.text(`• ${text}`, { width });
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
