import { expect } from "vitest";
import { press } from "./input.ts";

/** What one sentence of the specification says, and how that is seen. */
export interface Sentence {
  readonly says: string;
  readonly seen: () => Promise<void>;
}

/** Goes through all sentences, also after one that does not hold, and fails with all that do not. What one changed is there for the next. */
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
