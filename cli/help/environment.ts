/** The environment variables that the command takes, apart from those of a server, and what they do. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  NO_COLOR: "turns colours off",
  CIRCUITGRADE_CONFIG: "a file with defaults of options, instead of circuitgrade/config.json in the user's settings",
  FONTS_DIR: "a folder with fonts for names in more scripts, for template and feedback",
  RETRY_SECONDS: "how long pull and push try a server again that is busy or no longer answers (default: 20)",
  TEMPLATE_SECRET: "the key that signs the QR codes of templates, instead of the task's template_key",
};
