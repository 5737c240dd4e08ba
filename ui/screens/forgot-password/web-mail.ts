/** Providers whose web mail is not at `mail.` before the domain. */
const KNOWN: Readonly<Record<string, string>> = {
  "gmail.com": "https://mail.google.com/",
  "googlemail.com": "https://mail.google.com/",
  "outlook.com": "https://outlook.live.com/mail/",
  "hotmail.com": "https://outlook.live.com/mail/",
  "live.com": "https://outlook.live.com/mail/",
  "yahoo.com": "https://mail.yahoo.com/",
  "icloud.com": "https://www.icloud.com/mail",
};

/**
 * Where the user can read the mail in a browser.
 *
 * @example
 * webMailOf("ana@example.edu"); // "https://mail.example.edu/"
 */
export function webMailOf(email: string): string {
  const domain = email.trim().toLowerCase().split("@").at(-1) ?? "";
  return KNOWN[domain] ?? `https://mail.${encodeURIComponent(domain)}/`;
}
