const PROVIDERS = [
  "126",
  "163",
  "aol",
  "fastmail",
  "gmail",
  "gmx",
  "googlemail",
  "hey",
  "hotmail",
  "icloud",
  "live",
  "mac",
  "mail",
  "me",
  "msn",
  "outlook",
  "pm",
  "proton",
  "protonmail",
  "qq",
  "t-online",
  "tutanota",
  "web",
  "yahoo",
  "yandex",
  "ymail",
  "zoho",
];

const DOMAIN = new RegExp(`^(?:${PROVIDERS.join("|")})\\.(?:co|com|net|[a-z]{2})(?:\\.[a-z]{2})?$`);

/**
 * Whether a domain in lower case is a mail provider's, under which anybody can have an address.
 *
 * @example
 * isMailProvider("yahoo.com.ph"); // true
 * isMailProvider("mail.example.edu"); // false
 */
export function isMailProvider(domain: string): boolean {
  return DOMAIN.test(domain);
}
