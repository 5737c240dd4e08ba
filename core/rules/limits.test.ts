import { describe, expect, it } from "vitest";
import { CANVAS, CONFIDENCE, DATE_DISPLAY, FILE_EXTENSIONS, LIMITS, THRESHOLD, UPLOAD } from "./limits.ts";

// The figures of the specification's section 9, typed a second time, so that nobody changes one by mistake.
describe("LIMITS", () => {
  it("has the figures of section 9", () => {
    expect(LIMITS).toEqual({
      titleLength: 30,
      expressionLength: 100,
      expressionInputLength: 500,
      scheduleLength: 50,
      loginEmailLength: 30,
      loginPasswordLength: 15,
      signUpPasswordMinLength: 6,
      resetPasswordMinLength: 8,
      studentIdDigits: 8,
      groupNumberMin: 1,
      groupNumberTries: 99,
      variables: 7,
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
    });
  });

  it("has the ranges of the evaluator and the upload's limits", () => {
    expect(THRESHOLD).toEqual({ min: 0, max: 255, default: 127 });
    expect(CONFIDENCE).toEqual({ min: 0, max: 100, sliderDefault: 70 });
    expect(CANVAS).toEqual({ zoomMin: 0.4, zoomMax: 5 });
    expect(UPLOAD).toEqual({
      fileBytes: 20_971_520,
      pictureMegapixels: 50,
      wholePictureBytes: 153_000_000,
      pdfPages: 10,
      minutes: 30,
    });
    expect(FILE_EXTENSIONS).toEqual(["png", "jpg", "jpeg", "pdf", "gif", "heic", "heif", "webp", "tif", "tiff"]);
  });

  it("shows dates in Manila: short month and day, then the time", () => {
    const format = new Intl.DateTimeFormat("en-US", { ...DATE_DISPLAY.format, timeZone: DATE_DISPLAY.timeZone });
    expect(format.format(new Date("2026-01-31T15:59:00Z")).replace(/\s/g, " ")).toBe("Jan 31, 11:59 PM");
  });
});
