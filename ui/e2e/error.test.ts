import { afterAll, expect, test } from "vitest";
import { ERROR_PAGES } from "../../server/contract/error-pages.ts";
import { capture, expectAccessible, expectCleanConsole, expectTitle, openBrowser, openTab } from "./browser.ts";
import { openSite } from "./site.ts";

const [site, browser] = await Promise.all([openSite(), openBrowser()]);

afterAll(() => browser.close());

test("an unknown path is answered with 404 and says so", async () => {
  const page = await openTab(browser, { site });
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await page.getByText("Page not found!").waitFor();
  await expectTitle(page, "Default Page Title");
  await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toBe("Oops!");
  await expectAccessible(page);
  await capture(page, "error");
  expectCleanConsole(page);
  await page.getByRole("link", { name: "Go Back to Home" }).click();
  await page.waitForURL("**/auth");
});

test("each type of error has its title and text; a given message takes precedence", async () => {
  const page = await openTab(browser, { site });
  for (const [type, { title, message }] of Object.entries(ERROR_PAGES)) {
    await page.goto("/error");
    await page.evaluate((state) => history.replaceState({ usr: state, key: "k", idx: 0 }, ""), { type });
    await page.reload();
    await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toBe(title);
    await page.getByText(message, { exact: true }).waitFor();
  }
  await page.evaluate((state) => history.replaceState({ usr: state, key: "k", idx: 0 }, ""), {
    type: "403",
    message: "This class is not yours.",
  });
  await page.reload();
  await page.getByText("This class is not yours.").waitFor();
  await expectTitle(page, "Error");
});
