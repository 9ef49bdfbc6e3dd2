import { expect } from "vitest";
import { Panels } from "./panels.ts";

/** A statement of the specification about the panels, and how it is checked. */
export interface Sentence {
  readonly says: string;
  readonly seen: (panels: Panels) => Promise<void>;
}

/** Checks all statements, also after a failure, and then reports all failures. */
export async function hear(panels: Panels, sentences: readonly Sentence[]): Promise<void> {
  const broken: string[] = [];
  for (const { says, seen } of sentences) {
    await seen(panels).catch(async (error: unknown) => {
      broken.push(`${says}\n${error instanceof Error ? error.message : String(error)}`);
      // What it left open must not affect the next.
      await panels.page.keyboard.press("Escape");
    });
  }
  expect(broken).toEqual([]);
}
