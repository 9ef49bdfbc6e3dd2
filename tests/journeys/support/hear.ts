import { expect } from "vitest";
import { signInAt } from "../../support/sign-in-form.ts";
import { adminEmail, type Stage } from "./journey.ts";
import { Panels } from "./panels.ts";
import { workbench } from "./workbench.ts";

/** What one sentence of the specification says about the panels, and how that is seen. */
export interface Sentence {
  readonly says: string;
  readonly seen: (panels: Panels) => Promise<void>;
}

/** Opens a new solution that has a node of every kind. */
export async function openWorkbench({ open, admin }: Stage, name: string, email = adminEmail): Promise<Panels> {
  const solution = await (await admin()).do("solutions.create", { body: { name, description: "", definition: workbench() } });
  const { page } = await open();
  await signInAt(page, "/admin", email);
  await page.goto(`/solution/${solution._embedded.webSafeString}`);
  await page.locator('[data-node="start"]').waitFor();
  return new Panels(page);
}

/** Goes through all sentences, also after one that does not hold, and then tells all that do not. */
export async function hear(panels: Panels, sentences: readonly Sentence[]): Promise<void> {
  const broken: string[] = [];
  for (const { says, seen } of sentences) {
    await seen(panels).catch(async (error: unknown) => {
      broken.push(`${says}\n${error instanceof Error ? error.message : String(error)}`);
      // What it left open must not fail the next.
      await panels.page.keyboard.press("Escape");
    });
  }
  expect(broken).toEqual([]);
}
