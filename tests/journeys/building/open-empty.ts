import type { Page } from "playwright-core";
import { signInAt } from "../../support/sign-in.ts";
import { adminEmail, type Stage } from "../support/journey.ts";

interface Empty {
  readonly page: Page;
  /** The definition as stored by the api. */
  readonly saved: () => Promise<unknown>;
}

/** A new solution, open in a window of its own, with only Start. */
export async function openEmpty({ open, admin }: Stage, name: string): Promise<Empty> {
  const caller = await admin();
  const solution = await caller.do("solutions.create", { body: { name, description: "" } });
  const solutionId = solution._embedded.webSafeString;
  const { page } = await open();
  await signInAt(page, "/admin", adminEmail);
  await page.goto(`/solution/${solutionId}`);
  await page.locator(".cv-world [data-node]").first().waitFor();
  return { page, saved: async () => (await caller.do("definition.read", { at: { solutionId } }))._embedded };
}
