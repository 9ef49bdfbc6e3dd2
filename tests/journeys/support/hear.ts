import { expect } from "vitest";
import { Panels } from "./panels.ts";

/** What one sentence of the specification says about the panels, and how that is seen. */
export interface Sentence {
  readonly says: string;
  readonly seen: (panels: Panels) => Promise<void>;
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
