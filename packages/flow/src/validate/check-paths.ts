import { conditionUses } from "../kinds/field-uses.ts";
import type { FieldUse } from "../kinds/kind.ts";
import type { Check } from "./check.ts";
import type { FlowState } from "./flow-state.ts";
import type { GraphLink } from "./graph.ts";
import type { Names } from "./names.ts";
import { hasConditions } from "./sure-nodes.ts";
import { whyMissing } from "./why-missing.ts";

/** Runtime fields that are used before anything has set them, in a node. */
export function checkNodeOrder(place: number, state: FlowState, names: Names, check: Check): void {
  const uses = state.graph.uses[place];
  if (uses !== undefined && state.graph.reached[place]) checkOrder(uses, place, new Set(), state, names, check);
}

/** The same for the conditions of a link, which are evaluated after its source has run. */
export function checkLinkOrder(link: GraphLink, state: FlowState, names: Names, check: Check): void {
  const uses = state.graph.uses[link.from];
  if (uses === undefined || link.link.conditionFields.length === 0 || !state.graph.reached[link.from]) return;
  const setBySource = new Set(uses.flatMap((use) => (use.access === "write" && use.certain ? [keyOf(use)] : [])));
  const maybeBySource = new Set(uses.flatMap((use) => (use.access === "write" ? [keyOf(use)] : [])));
  checkOrder(conditionUses(link.link.conditionFields), link.from, setBySource, state, names, check, maybeBySource);
}

const keyOf = (use: FieldUse): string => `${use.source} ${use.key}`;

/** `setHere` grows with what the node itself sets; each field is reported once. */
function checkOrder(
  uses: readonly FieldUse[],
  place: number,
  setHere: Set<string>,
  state: FlowState,
  names: Names,
  check: Check,
  maybeSet?: ReadonlySet<string>,
): void {
  const reported = new Set<string>();
  for (const use of uses) {
    const key = keyOf(use);
    if (use.access === "write") {
      setHere.add(key);
      continue;
    }
    if (check.isFull) return;
    const field = use.source === "Runtime" ? state.fields.place(use.source, use.key) : undefined;
    if (field === undefined || reported.has(key) || setHere.has(key) || state.isSet[place]?.has(field)) continue;
    const details = { where: check.where, field: state.fields.name(use.source, use.key) };
    const mayBeSet = maybeSet?.has(key) || state.mayBeSet[place]?.has(field);
    if (!mayBeSet) check.reportField("FIELD_READ_BEFORE_SET", { ...details, setters: settersOf(use, place, state, names) }, use.key);
    else if (!use.missingIsFine) {
      const reason = whyMissing(field, place, maybeSet !== undefined, state, names);
      check.reportField("FIELD_MAY_BE_MISSING", { ...details, ...reason }, use.key);
    }
    if (!mayBeSet || !use.missingIsFine) reported.add(key);
  }
}

/** Nodes that would set the field if they ran before. */
function settersOf(read: FieldUse, reader: number, { graph }: FlowState, names: Names): readonly string[] {
  return graph.uses.flatMap((uses, place) => {
    const isSetter = uses.some((use) => use.access === "write" && use.source === read.source && use.key === read.key);
    return isSetter && place !== reader ? [names.placed(place)] : [];
  });
}

/** Where a decision can stop before it reaches an End, because no condition on the links out of a node holds. */
export function findStops(state: FlowState): readonly number[] {
  const { graph, sure } = state;
  const ends = graph.nodes.flatMap((node, place) => (node.type === "End" && graph.reached[place] ? [place] : []));
  const endsSurely = (place: number): boolean => ends.some((end) => sure.with[place]?.has(end));
  // Without an End there is another finding; with one that is always reached no stop on a side branch matters.
  if (graph.start === undefined || ends.length === 0 || endsSurely(graph.start)) return [];
  const stops = graph.nodes.flatMap((_, place) => {
    const leaving = graph.leaving[place] ?? [];
    const isBranch = leaving.length > 0 && leaving.every(hasConditions);
    return graph.reached[place] && isBranch && !state.leavesNoCase(place) && !endsSurely(place) ? [place] : [];
  });
  // A single conditional link is usually the exit of a side branch; the place to fix is where the path divides.
  const divides = stops.filter((place) => (graph.leaving[place] ?? []).length > 1);
  return divides.length > 0 ? divides : stops;
}
