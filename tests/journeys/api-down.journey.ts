import { expect } from "vitest";
import { answerSignInForm, signInAt } from "../support/sign-in.ts";
import { adminEmail, journey, withServiceWorker } from "./support/journey.ts";
import { usageWidget } from "./support/dashboard.ts";
import { arrive, chooseFromAccountMenu, holdMessage, messages, onScreen, openScreen, readMessage } from "./support/seen.ts";

journey("signing in while the api is down warns and leads to /offline; trying again leads on", async ({ open, stop }) => {
  const { page } = await open(withServiceWorker);
  await page.goto("/admin/profile");
  await arrive(page, "/login");
  const bringBack = await stop("api");
  await page.getByRole("button", { name: "Login" }).click();
  await answerSignInForm(page, adminEmail);
  await arrive(page, "/offline");
  const warning = await holdMessage(page, "Currently Offline: please try again soon.");
  expect(await warning.getAttribute("class")).toContain("warning");
  await page.getByRole("heading", { level: 1, name: "Airlock Offline", exact: true }).waitFor();

  await bringBack();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Account menu" }).waitFor();
});

journey("opening the console while the api is down leads to /offline and back to the same screen", async ({ open, stop }) => {
  const { page } = await open(withServiceWorker);
  await signInAt(page, "/admin/profile", adminEmail);
  const bringBack = await stop("api");
  await page.reload();
  await arrive(page, "/offline");
  await readMessage(page, "Currently Offline: please try again soon.");
  // Still unavailable: it says so again and stays.
  await page.getByRole("button", { name: "Try again" }).click();
  await readMessage(page, "Currently Offline: please try again soon.");
  expect(new URL(page.url()).pathname).toBe("/offline");

  await bringBack();
  await page.getByRole("button", { name: "Try again" }).click();
  await arrive(page, "/admin/profile");
  await onScreen(page, "Profile");
});

journey("an outage of the api during work fails only the current request, and a retry succeeds", async ({ open, stop }) => {
  const { page } = await open(withServiceWorker);
  await signInAt(page, "/admin", adminEmail);
  const widget = usageWidget(page);
  await widget.locator(".widget-total").waitFor();
  await openScreen(page, "Solutions");
  // The dashboard has a button of this name, too.
  await onScreen(page, "Solutions");
  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  const create = dialog.getByRole("button", { name: "Create", exact: true });
  await create.waitFor();
  const bringBack = await stop("api");
  // A failed change is reported as 'message: description' with its code, at the level of an error.
  await create.click();
  const message = await holdMessage(page, "No response: Airlock cannot be reached. Check the connection and try again.");
  await message.getByText("NETWORK", { exact: true }).waitFor();
  expect(await message.getAttribute("role")).toBe("alert");
  expect(await messages(page).getByRole("alert").count()).toBe(1);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await openScreen(page, "Dashboard");
  await widget.getByRole("button", { name: "WEEK" }).click();
  await widget.getByText("Something went wrong.", { exact: true }).waitFor();
  // The failed request ends the waiting too.
  await page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
  expect(await page.evaluate(() => getComputedStyle(document.body).cursor)).not.toBe("wait");
  // The rest of the page still works, and the user was not redirected.
  expect(new URL(page.url()).pathname).toBe("/admin");
  await chooseFromAccountMenu(page, "Profile");
  await onScreen(page, "Profile");
  await page.goBack();
  await widget.getByRole("button", { name: "WEEK" }).click();
  await widget.getByText("Something went wrong.", { exact: true }).waitFor();
  // It retries every ten seconds: only after a failed attempt is there time for a manual one.
  await page.route(
    (url) => url.pathname.endsWith("/stats"),
    (route) => route.abort(),
  );
  await bringBack();
  await widget.getByRole("button", { name: "Try again" }).click();
  await widget.getByText("Something went wrong.", { exact: true }).waitFor({ state: "detached" });
  await widget.getByText("Something went wrong.", { exact: true }).waitFor();
  await page.unrouteAll({ behavior: "wait" });
  await widget.getByRole("button", { name: "Try again" }).click();
  await widget.locator(".widget-total").waitFor();
});

journey("while the whole product is down a returning user sees that it is offline", async ({ open, stop }) => {
  const { page } = await open(withServiceWorker);
  await signInAt(page, "/admin", adminEmail);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const bringBack = await stop("edge");
  await page.reload();
  await arrive(page, "/offline");
  await readMessage(page, "Currently Offline: please try again soon.");
  await bringBack();
  await page.getByRole("button", { name: "Try again" }).click();
  await arrive(page, "/admin");
  await onScreen(page, "Dashboard");
});
