import { expect } from "vitest";
import { answerSignInForm } from "../support/sign-in.ts";
import { adminEmail, journey, withServiceWorker } from "./support/journey.ts";
import { arrive, onScreen, openScreen } from "./support/seen.ts";

journey("a link to a screen leads there after signing in", async ({ open }) => {
  const { page } = await open(withServiceWorker);
  await page.goto("/admin/profile");
  await arrive(page, "/login");
  await page.getByRole("button", { name: "Login" }).click();
  await answerSignInForm(page, adminEmail);
  await arrive(page, "/admin/profile");
  await onScreen(page, "Profile");
});

journey("the query of a link survives signing in, and back does not fall into the callback", async ({ open }) => {
  const { page } = await open(withServiceWorker);
  await page.goto("/admin/solutions?q=scorecard");
  await arrive(page, "/login");
  await page.getByRole("button", { name: "Login" }).click();
  await answerSignInForm(page, adminEmail);
  await arrive(page, "/admin/solutions");
  await onScreen(page, "Solutions");
  expect(new URL(page.url()).searchParams.get("q")).toBe("scorecard");

  await openScreen(page, "Dashboard");
  await arrive(page, "/admin");
  await page.goBack();
  await arrive(page, "/admin/solutions");
});

journey("a link that would lead to another site leads to the dashboard", async ({ open, product }) => {
  const { page } = await open(withServiceWorker);
  await page.goto(`/login?from=${encodeURIComponent("//example.org/steal")}`);
  await page.getByRole("button", { name: "Login" }).click();
  await answerSignInForm(page, adminEmail);
  await arrive(page, "/admin");
  expect(new URL(page.url()).origin).toBe(product.url);
});
