/**
 * Every business constant and limit of the product, by the names of the specification's section 9. Lengths are in
 * characters as `textLength` counts them, times in the unit in the name, pictures in pixels.
 */
export const LIMITS = {
  titleLength: 30,
  /** The maximum length of a saved expression; its input box accepts `expressionInputLength`. */
  expressionLength: 100,
  expressionInputLength: 500,
  scheduleLength: 50,
  loginEmailLength: 30,
  loginPasswordLength: 15,
  signUpPasswordMinLength: 6,
  resetPasswordMinLength: 8,
  studentIdDigits: 8,
  groupNumberMin: 1,
  /** How many numbers are tried to find a free group number. */
  groupNumberTries: 99,
  /** A to G. */
  variables: 7,
  /** Two drawings are similar within this many pixels of position and percent of confidence. */
  similarityMargin: 5,
  similarFilesPerPage: 5,
  toastSeconds: 3,
  toastContextSeconds: 4,
  resendNoteSeconds: 3,
  emailVerifiedRedirectSeconds: 3,
  copiedSeconds: 2,
  detectionCompletedSeconds: 2,
  notificationMenuHeight: 250,
  notificationsPerPage: 8,
  notificationDays: 14,
  dropdownLabelLength: 20,
  groupPreviewScheduleLength: 20,
  listTitleLength: 20,
  listClassGroupLength: 15,
  previewGroups: 3,
  settingsClasses: 3,
  skeletonClasses: 5,
} as const;

/**
 * Lengths of typed texts for which the specification names no limit: a task's description, a comment on a grade, the
 * names of an input or output and of a student, the contact form's lines and message.
 */
export const TEXT_LENGTHS = {
  description: 1000,
  comment: 500,
  label: 20,
  courseCode: 100,
  studentName: 200,
  contactLine: 200,
  contactMessage: 10_000,
} as const;

/**
 * What an item asks: characters of its text, as many as its sheet has room for, and the longer side of its picture.
 * A picture that is larger than `pictureBytes` as a PNG becomes a JPEG. `sentPictureLength` are the characters of the
 * data URL in which one is sent.
 */
export const QUESTION = {
  textLength: 1000,
  pictureSide: 1200,
  pictureBytes: 500_000,
  sentPictureLength: 4 * 1024 * 1024,
} as const;

/** Pixels of a profile image's sides, as it is stored. */
export const PROFILE_IMAGE_SIDE = 512;

/** Earlier comments that are offered: as many as a menu shows without scrolling. */
export const MOST_COMMENTS = 10;

/** Answer keys of all of a task's items together: five outputs for each of a hundred items. */
export const MOST_KEYS = 500;

/** The slider of the binarisation threshold: a grey value. */
export const THRESHOLD = { min: 0, max: 255, default: 127 } as const;

/** The confidence slider, in percent: a prediction is flagged if its confidence x 100 is below the slider's value. */
export const CONFIDENCE = { min: 0, max: 100, sliderDefault: 70 } as const;

/** The zoom of the evaluator's canvas. */
export const CANVAS = { zoomMin: 0.4, zoomMax: 5 } as const;

/** How dates are shown: short month and day, then the time; the zone is the default of `TIMEZONE`. */
export const DATE_DISPLAY = {
  timeZone: "Asia/Manila",
  format: { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
} as const;

/**
 * Limits of an uploaded file, and for how many minutes an upload counts from its beginning; the specification leaves
 * them open. In that time a slow phone connection (100 kbit/s) can send a file of the maximum size. GIFs, interlaced PNGs
 * and progressive JPGs are decoded as a whole, in at most `wholePictureBytes`; other pictures line by line.
 */
export const UPLOAD = {
  fileBytes: 20 * 1024 * 1024,
  pictureMegapixels: 50,
  wholePictureBytes: 153_000_000,
  pdfPages: 10,
  minutes: 30,
} as const;

/** Rounded as cameras' makers do: phones "of 50 megapixels" take pictures of 8192 x 6144 pixels. */
export const MOST_PIXELS = (UPLOAD.pictureMegapixels + 1) * 1_000_000 - 1;

/** The largest list of students that is read: the size of its text, or of a spreadsheet when unpacked, and its rows. */
export const STUDENT_TABLE = { bytes: 50 * 1024 * 1024, rows: 20_000 } as const;

/** Limits of a scanned stack: a whole year's exam, `pages` in total; one of the command's files may be as large. */
export const STACK = { fileBytes: 512 * 1024 * 1024, pdfPages: 5000, files: 1000, pages: 5000 } as const;

/** Limits of a ZIP file of pages: as many as a stack, with all that programs add to them. */
export const ARCHIVE = { unpackedBytes: STACK.fileBytes, entries: 4 * STACK.pages } as const;

/**
 * How much of a page is followed at most; a page with more is not a circuit, and is left to a person. The most found on
 * students' circuits, in photos and scans: 17 gates, 304 traced lines, 244 of them left when the skeleton is
 * simplified, 86 pieces of ink.
 */
export const READING = {
  gates: 80,
  /** Places that the detector takes for a gate. */
  gateCandidates: 200,
  /** Lines of the skeleton, and those left when it is simplified. */
  tracedLines: 6000,
  lines: 1500,
  /** Places where wires may be read in several ways. */
  places: 4000,
  /** Connected pieces of ink in which texts are searched. */
  pieces: 3000,
  /** Characters that the letter network looks at to find out which side of the page is up. */
  uprightLetters: 300,
  /** Steps in all attempts to find a better reading: lines looked at, and for a letter as many as it takes time. */
  steps: 12_000_000,
  stepsALetter: 3000,
  /** Inputs of circuits whose possible readings are compared by what they compute: more than any key has. */
  comparedInputs: 10,
  /**
   * Rows of all of a page's truth tables together: 64 outputs of the seven inputs that a key may have. They are stored
   * and sent row by row, and a list of a class has those of every page.
   */
  tableRows: 8192,
} as const;

/** Extensions that a submission's name may have, in lower case. */
export const FILE_EXTENSIONS = [
  ...(["png", "jpg", "jpeg", "pdf", "gif"] as const),
  ...(["heic", "heif", "webp", "tif", "tiff"] as const),
] as const;

/** The same in words: pictures, next to PDF files. */
export const PICTURE_FORMATS = "PNG, JPG, HEIC, WebP, TIFF, GIF";

/** Limits of a `task.json`: the QR codes of templates have no room for more. */
export const TASK_FILE = { itemNumber: 9999, idLength: 100, idPatternLength: 100 } as const;

/**
 * For how many days a mail stays in the outbox folder of a server without a mail server: longer than any link in it is
 * valid, and time enough to read the others.
 */
export const OUTBOX_DAYS = 7;
