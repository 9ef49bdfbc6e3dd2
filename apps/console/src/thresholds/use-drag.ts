import type { WhatIfFields, WhatIfQuestion } from "@airlock/contract";
import { whatIfAt } from "@airlock/contract/what-if-counts";
import { comparedTogether, type Definition } from "@airlock/flow";
import { useMemo, useState } from "react";
import type { ThresholdChanges } from "./use-threshold-changes.ts";

/** A number that a user is about to drag: its parts, which move together, and where it can be moved to. */
export type Grip = NonNullable<WhatIfQuestion["drag"]>;

/** The API's limit of positions per request. */
const maxPositions = 500;

/** The grip of the number that the pointer or the focus is on; `grab` ignores numbers whose positions cannot be counted in one request. */
export function useGrip(definition: Definition) {
  const [grip, setGrip] = useState<Grip>();
  const grab = (next: Grip): void => {
    const { parts, positions } = next;
    const isCountable = positions.length >= 2 && positions.length <= maxPositions && comparedTogether(definition, parts) !== undefined;
    if (!isCountable) setGrip(undefined);
    // The same grip again is no change: the positions of a drag stay those that it began with.
    else setGrip((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  };
  return { grip, grab, release: () => setGrip(undefined) };
}

/** Requests the counts of all positions of a grip, with the other numbers as they are. */
export function dragQuestion(question: WhatIfQuestion, grip: Grip | undefined): WhatIfQuestion | undefined {
  if (grip === undefined) return undefined;
  const changes = question.changes.filter(({ id, path }) => !grip.parts.some((part) => part.id === id && part.path === path));
  return { ...question, changes, drag: grip, measures: [] };
}

/** The exact counts of the current position, if its drag was counted; undefined for a number between two positions. */
export function useAtPosition(
  counted: WhatIfFields | undefined,
  grip: Grip | undefined,
  numbers: ThresholdChanges,
): WhatIfFields | undefined {
  const [first] = grip?.parts ?? [];
  const text = first === undefined ? "" : numbers.textOf(first.id, first.path);
  const areTogether = grip?.parts.every(({ id, path }) => numbers.textOf(id, path) === text) === true;
  const index = !areTogether || text === "" ? -1 : grip.positions.findIndex((position) => Number(position) === Number(text));
  return useMemo(() => (counted === undefined || index === -1 ? undefined : whatIfAt(counted, index)), [counted, index]);
}
