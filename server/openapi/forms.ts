interface Form {
  /** JSON Schema of each field. */
  readonly fields: Readonly<Record<string, object>>;
  readonly required: readonly string[];
}

const FILE = { type: "string", contentMediaType: "application/octet-stream" } as const;
const FILES = { type: "array", items: FILE } as const;

/** The fields of calls that take form data: their bodies are read as they come, so that no schema is in the contract. */
export const FORMS: Readonly<Record<string, Form>> = {
  uploadProfileImage: { fields: { image: FILE }, required: ["image"] },
  uploadFiles: {
    fields: {
      task_id: { type: "string", description: "Comes first." },
      item_number: {
        type: "array",
        items: { type: "string" },
        description: "Comes before the file that it is for; a single one holds for all.",
      },
      receipts: {
        type: "string",
        description: "Tokens of earlier receipts, separated by commas. Comes before the files.",
      },
      files: FILES,
    },
    required: ["task_id", "item_number", "files"],
  },
  uploadStack: { fields: { files: FILES }, required: ["files"] },
  fillGradebook: {
    fields: {
      file: { ...FILE, description: "The gradebook as it was exported." },
      column: { type: "string", description: "The Canvas assignment; by default the task's title." },
    },
    required: ["file"],
  },
  sendPages: {
    fields: {
      pages: { type: "string", description: "JSON: whose page each of the file's pages is. Comes first." },
      overwrite: { type: "string", description: "1: pages that the web has already are replaced." },
      files: FILES,
    },
    required: ["pages", "files"],
  },
};
