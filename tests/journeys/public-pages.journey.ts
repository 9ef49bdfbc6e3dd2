import { expect } from "vitest";
import { answerSignInForm, signInAt } from "../support/sign-in.ts";
import { adminEmail, journey, withServiceWorker } from "./support/journey.ts";
import { arrive, read, readMessage } from "./support/seen.ts";

journey("/ has a large Start button that goes to /admin", async ({ open }) => {
  const { page } = await open();
  await page.goto("/");
  const start = page.getByRole("link", { name: "Start" });
  await start.waitFor();
  expect(await start.getAttribute("href")).toBe("/admin");
  expect((await start.boundingBox())?.height).toBeGreaterThanOrEqual(48);
});

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

journey("/offline is titled with the product's name, and points to documentation and news without a diagram", async ({ open }) => {
  const { page } = await open(withServiceWorker);
  await page.goto("/offline");
  await page.getByRole("heading", { level: 1, name: "Airlock Offline", exact: true }).waitFor();
  const text = await page.getByRole("main").textContent();
  expect(text).toContain("Airlock is currently offline");
  await page.getByRole("main").getByRole("link", { name: "news" }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "documentation" }).click();
  await arrive(page, "/documentation/");
  await page.getByRole("heading", { level: 1, name: "Airlock Documentation" }).waitFor();
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

journey("any other address reads 'We can't find what you're after', with a way to sign in", async ({ open }) => {
  const { page } = await open();
  for (const path of ["/nowhere", "/admin-of-nothing", "/a/b/c?d=e"]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1, name: "We can't find what you're after", exact: true }).waitFor();
  }
  await page.getByRole("link", { name: "Log In", exact: true }).click();
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

journey("/confirm with an invalid key reads 'Oops'", async ({ open }) => {
  const { page } = await open();
  await page.goto("/confirm/not-a-key-of-anyone");
  await page.getByRole("heading", { level: 1, name: "Oops", exact: true }).waitFor();
  await read(
    page,
    "Unfortunately we weren't able to activate your account. Please contact your organisation's administrator for the product who can help you further.",
  );
  expect(await page.getByRole("button", { name: /^Continue to/ }).count()).toBe(0);
});

journey("/confirm without a key leads to /login", async ({ open }) => {
  const { page } = await open();
  await page.goto("/confirm");
  await arrive(page, "/login");
});
