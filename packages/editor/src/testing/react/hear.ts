import { expect } from "vitest";
import { press } from "./input.ts";

/** One sentence of the specification, and its check. */
export interface Sentence {
  readonly says: string;
  readonly seen: () => Promise<void>;
}

/**
 * Checks all sentences, also after one that fails, and fails with all that do. Each continues with the state that the previous one left.
 */
export async function hear(sentences: readonly Sentence[]): Promise<void> {
  const broken: string[] = [];
  for (const { says, seen } of sentences) {
    await seen().catch(async (error: unknown) => {
      broken.push(`${says}\n${error instanceof Error ? error.message : String(error)}`);
      // What it left open must not fail the next.
      await press("Escape");
    });
  }
  expect(broken).toEqual([]);
}
