import { expect } from "vitest";
import { invite } from "../support/people.ts";
import { answerSignInForm, signInAt } from "../support/sign-in.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { arrive, onScreen, read } from "./support/seen.ts";

journey(
  "an invited person opens the mail's link, continues to the provider and arrives at the dashboard",
  async ({ open, product, admin, pause }) => {
    const invited = await invite(product, await admin(), { firstName: "Ada", name: "Nwosu" });
    expect(invited.link.origin).toBe(product.url);
    const { page, context } = await open();
    // Another user was signed in to this browser before.
    await signInAt(page, "/admin", adminEmail);

    const confirming = await context.newPage();
    await confirming.goto(invited.link.href);
    const onward = confirming.getByRole("button", { name: /^Continue to/ });
    await onward.waitFor();
    // The signed-in user is logged out first.
    await arrive(page, "/login");

    await onward.click();
    await confirming.getByLabel("Password").waitFor();
    const goOn = await pause("api");
    await answerSignInForm(confirming, invited.email);
    await arrive(confirming, "/callback");
    await read(confirming, "Making your account ready ...");
    await goOn();
    await arrive(confirming, "/admin");
    await onScreen(confirming, "Dashboard");
    expect(await confirming.getByRole("button", { name: "Account menu" }).textContent()).toBe("AN");
  },
);

journey("an activation link is valid once", async ({ open, product, admin }) => {
  const invited = await invite(product, await admin());
  const first = await open();
  await first.page.goto(invited.link.href);
  await first.page.getByRole("button", { name: /^Continue to/ }).click();
  await answerSignInForm(first.page, invited.email);
  await arrive(first.page, "/admin");

  const second = await open();
  await second.page.goto(invited.link.href);
  await second.page.getByRole("heading", { level: 1, name: "Your account is activated", exact: true }).waitFor();
  await second.page.getByRole("link", { name: "Log In" }).waitFor();
});
