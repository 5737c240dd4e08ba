import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { type Random, seededRandom } from "../../core/testdata/render/random.ts";

/** A sheet of four columns of multiple-choice questions. */
const [COLUMNS, ROWS, CHOICES] = [4, 20, 4];
/** In pixels of an A4 sheet in landscape at 150 DPI. */
const [BUBBLE, GAP, ROW_GAP, LEFT, TOP, COLUMN] = [28, 46, 46, 190, 180, 360];

interface Sheets {
  readonly count: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Fills a folder with scanned bubble sheets and the files from which OMRChecker knows where the bubbles are. A sheet has
 * 80 questions with 4 choices each.
 */
export async function drawBubbleSheets(folder: string, { count, width, height }: Sheets): Promise<void> {
  await mkdir(folder, { recursive: true });
  const random = seededRandom("bubbles");
  for (let sheet = 1; sheet <= count; sheet++) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${bubbles(random)}</svg>`;
    const jpeg = sharp(Buffer.from(svg)).flatten({ background: "#f8f8f6" }).jpeg({ quality: 80 });
    await writeFile(join(folder, `${String(sheet).padStart(4, "0")}.jpg`), await jpeg.toBuffer());
  }
  await writeFile(join(folder, "template.json"), JSON.stringify(template(width, height), null, 2));
  const settings = { dimensions: { display_height: height, display_width: width }, outputs: { show_image_level: 0 } };
  await writeFile(join(folder, "config.json"), JSON.stringify(settings, null, 2));
}

function bubbles(random: Random): string {
  const shapes: string[] = [];
  for (let column = 0; column < COLUMNS; column++) {
    for (let row = 0; row < ROWS; row++) {
      const marked = Math.floor(random.next() * CHOICES);
      for (let choice = 0; choice < CHOICES; choice++) {
        const x = LEFT + column * COLUMN + choice * GAP + BUBBLE / 2;
        const y = TOP + row * ROW_GAP + BUBBLE / 2;
        const fill = choice === marked ? "#333" : "none";
        shapes.push(
          `<circle cx="${x}" cy="${y}" r="${BUBBLE / 2 - 2}" fill="${fill}" stroke="#222" stroke-width="2"/>`,
        );
      }
    }
  }
  return shapes.join("");
}

/** As OMRChecker's own samples have it. */
function template(width: number, height: number): object {
  const blocks = Array.from({ length: COLUMNS }, (_, column) => {
    const first = column * ROWS + 1;
    const block = {
      fieldType: "QTYPE_MCQ4",
      origin: [LEFT + column * COLUMN, TOP],
      fieldLabels: [`q${first}..${first + ROWS - 1}`],
      bubblesGap: GAP,
      labelsGap: ROW_GAP,
    };
    return [`Column_${column + 1}`, block];
  });
  return {
    pageDimensions: [width, height],
    bubbleDimensions: [BUBBLE, BUBBLE],
    fieldBlocks: Object.fromEntries(blocks),
  };
}
