import { expect } from "vitest";
import { answerSignInForm, signInAt } from "../support/sign-in.ts";
import { adminEmail, journey, withServiceWorker } from "./support/journey.ts";
import { arrive, read, readMessage } from "./support/seen.ts";

journey(
  "/callback and /login read 'Opening the airlocks...' while the session is unknown, and the cursor waits",
  async ({ open, pause }) => {
    const { page } = await open();
    const cursor = () => page.evaluate(() => getComputedStyle(document.body).cursor);
    await page.goto("/login");
    await page.getByRole("button", { name: "Login" }).click();
    const signIn = await pause("api");
    await answerSignInForm(page, adminEmail);
    await arrive(page, "/callback");
    await read(page, "Opening the airlocks...");
    await expect.poll(cursor).toBe("wait");
    await signIn();
    await arrive(page, "/admin");
    await page.getByRole("button", { name: "Account menu" }).waitFor();
    await expect.poll(cursor).not.toBe("wait");

    const start = await pause("api");
    await page.goto("/login");
    await read(page, "Opening the airlocks...");
    expect(await page.getByRole("button", { name: "Login" }).count()).toBe(0);
    await start();
    await arrive(page, "/admin");
  },
);

journey("/callback leads to /login when the provider refuses, and says so", async ({ open }) => {
  const { page } = await open(withServiceWorker);
  await page.goto("/callback?error=access_denied&error_description=The+user+said+no&state=unknown");
  await arrive(page, "/login");
  await readMessage(page, "Login:");
  await page.getByRole("button", { name: "Login" }).waitFor();
});

journey("/documentation is a site of its own: searched, dark on request, and back to the console", async ({ open }) => {
  const { page } = await open(withServiceWorker);
  await page.goto("/documentation");
  await arrive(page, "/documentation/");
  await page.getByRole("heading", { level: 1, name: "Airlock Documentation" }).waitFor();
  // Set when the page's scripts have started: before, no key opens the search.
  await page.getByTitle("Switch to dark theme").first().waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("searchbox").fill("idempotency key");
  const found = page.getByRole("listbox").getByRole("option").first();
  await found.waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/documentation\/.+/);
  await page.getByRole("switch", { name: "Appearance" }).first().click();
  await page.locator("html.dark").waitFor();
  await page.reload();
  await page.locator("html.dark").waitFor();
  expect((await page.goto("/documentation/no-such-page"))?.status()).toBe(404);
  await page.getByRole("link", { name: "Console", exact: true }).first().click();
  await arrive(page, "/login");
});

journey("signed in, an unknown address keeps the menu, and a sort that a list does not know is dropped", async ({ open }) => {
  const { page } = await open(withServiceWorker);
  await signInAt(page, "/admin/banana", adminEmail);
  await page.getByText("We can't find what you're after", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Open dashboard" }).waitFor();
  await page.getByRole("navigation").getByRole("link", { name: "Users" }).click();
  await page.getByRole("table", { name: "Users" }).waitFor();
  await page.goto("/admin/users?sort=banana");
  await page.getByRole("table", { name: "Users" }).waitFor();
  await page.waitForURL((url) => !url.searchParams.has("sort"));
});
