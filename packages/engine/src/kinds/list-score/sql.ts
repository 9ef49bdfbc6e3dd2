import type { SqlKind } from "../../sql/kind.ts";
import type { Numbers } from "../../sql/numbers.ts";
import { addPoints, pickFirst, tablePicker, type Picker } from "../../sql/scores.ts";
import type { Term } from "../../sql/terms.ts";
import type { SlotValue } from "../../sql/value.ts";
import type { ListEntry, ListScoreOperation } from "./operation.ts";

export const listScore: SqlKind<ListScoreOperation> = {
  refuse: () => undefined,
  run: (operation, run, guard) => {
    const pick = listPicker(run.numbers, run.memory.slot(operation.scored), operation.entries);
    return addPoints(run, operation, pick, operation.entries, guard);
  },
};

/** [SC1] [SC2] The first entry with the value; a missing value is equal to no entry. */
function listPicker(numbers: Numbers, scored: SlotValue, entries: readonly ListEntry[]): Picker {
  const { terms } = numbers;
  const keys = entries.map(({ value }) => (typeof value === "string" ? terms.text(value) : terms.number(value)));
  if (keys.length <= fewEntries || scored.term.kind === "literal") {
    const flags = keys.map((key) => terms.compare("equals", scored.term, key));
    return (values, otherwise) => pickFirst(numbers, flags, values, otherwise);
  }
  // The lookup needs each value once: the first entry with it counts.
  const firsts = new Map<Term, number>();
  for (const [index, key] of keys.entries()) if (!firsts.has(key)) firsts.set(key, index);
  const place = terms.call("count", "placeIn", scored.term, ...firsts.keys());
  const picker = tablePicker(numbers, place);
  return (values, otherwise) =>
    picker(
      [...firsts.values()].map((index) => values[index] ?? otherwise),
      otherwise,
    );
}

/** From this many entries on a lookup is faster than successive comparisons. */
const fewEntries = 3;
