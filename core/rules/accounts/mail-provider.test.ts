import { expect, it } from "vitest";
import { isMailProvider } from "./mail-provider.ts";

it.each(["gmail.com", "outlook.com", "outlook.ph", "yahoo.co.uk", "gmx.de", "proton.me"])("knows %s", (domain) => {
  expect(isMailProvider(domain)).toBe(true);
});

it.each(["example.edu", "mail.example.edu", "live.example.ac.uk", "gmail.example.com", "me.edu"])(
  "takes %s for no provider's",
  (domain) => {
    expect(isMailProvider(domain)).toBe(false);
  },
);
