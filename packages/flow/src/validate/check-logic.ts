/** Checks of combined conditions: contradictions, and links and rules that never or always hold. */
import { branchesOf } from "../branches.ts";
import type { ConditionItem } from "../node-parts.ts";
import { complement, intersection, isEmpty } from "../sets/value-set.ts";
import { conditionsText, conditionText } from "../wording.ts";
import type { Check } from "./check.ts";
import { groupsOf, narrowed, singleField, type Group } from "./condition-logic.ts";
import type { FlowState } from "./flow-state.ts";
import type { GraphLink } from "./graph.ts";
import type { Names } from "./names.ts";
import { hasConditions } from "./sure-nodes.ts";

/** The condition of a node. */
export function checkNodeLogic(items: readonly ConditionItem[], place: number, state: FlowState, check: Check): void {
  const groups = groupsOf(items, state.fields);
  if (groups.length === 0) return;
  if (groups.every((group) => group.contradiction !== undefined)) {
    check.report("RULE_NEVER_HOLDS", { node: check.title, why: whyNever(groups, items, check) }, "conditionFields");
    return;
  }
  reportContradictions(groups, items, check);
  if (!state.graph.reached[place]) return;
  const known = state.known[place] ?? new Map();
  const base = (field: number) => state.baseBefore(place, field);
  if (narrowed(known, groups, base) === undefined) {
    const why = whyNotHere(groups, items, state, known, base, check);
    check.report("RULE_NEVER_HOLDS", { node: check.title, why }, "conditionFields");
    return;
  }
  const single = singleField(groups);
  if (single === undefined || !isEmpty(intersection(known.get(single.place) ?? base(single.place), complement(single.set)))) return;
  check.report("RULE_ALWAYS_HOLDS", { node: check.title, field: fieldAt(single.place, state) }, "conditionFields");
}

export function checkLinkLogic(link: GraphLink, state: FlowState, names: Names, check: Check): void {
  const ends = names.ends(link.link);
  const items = link.link.conditionFields;
  if (link.link.otherwise) {
    checkOtherwise(link, state, names, check);
    return;
  }
  const groups = state.groups.get(link) ?? [];
  if (groups.length === 0) return;
  if (groups.every((group) => group.contradiction !== undefined)) {
    check.report("LINK_NEVER_TAKEN", { ...ends, why: whyNever(groups, items, check) }, "conditionFields");
    return;
  }
  reportContradictions(groups, items, check);
  if (!state.graph.reached[link.from]) return;
  const known = state.known[link.from] ?? new Map();
  const base = (field: number) => state.baseAfter(link.from, field);
  const earlier = earlierBranches(link, state);
  if (state.taken.has(link) && state.taken.get(link) === undefined) {
    const isTakenBefore = earlier.length > 0 && narrowed(known, groups, base) !== undefined;
    const why = isTakenBefore
      ? `whenever its conditions hold, a branch before it is taken`
      : whyNotHere(groups, items, state, known, base, check);
    check.report("LINK_NEVER_TAKEN", { ...ends, why }, "conditionFields");
    return;
  }
  if (earlier.length > 0) return;
  const single = singleField(groups);
  if (single === undefined || !isEmpty(intersection(known.get(single.place) ?? base(single.place), complement(single.set)))) return;
  check.report("LINK_ALWAYS_TAKEN", { ...ends, field: fieldAt(single.place, state) }, "conditionFields");
}

/** Links that are checked before this one and, if taken, keep it from being taken. */
function earlierBranches(link: GraphLink, { graph }: FlowState): readonly GraphLink[] {
  const node = graph.nodes[link.from];
  if (node === undefined || branchesOf(node) === "all") return [];
  const conditional = (graph.leaving[link.from] ?? []).filter(hasConditions);
  return conditional.slice(0, conditional.indexOf(link));
}

function checkOtherwise(link: GraphLink, state: FlowState, names: Names, check: Check): void {
  const ends = names.ends(link.link);
  if (link.link.conditionFields.length > 0) check.report("OTHERWISE_WITH_CONDITIONS", ends, "conditionFields");
  const siblings = state.graph.leaving[link.from] ?? [];
  const asking = siblings.filter(hasConditions);
  if (asking.length === 0) {
    check.report("OTHERWISE_ALONE", ends, "otherwise");
  } else if (state.graph.reached[link.from] && state.taken.has(link) && state.taken.get(link) === undefined) {
    const places = asking.flatMap((sibling) => singleField(state.groups.get(sibling) ?? [])?.place ?? []);
    check.report("OTHERWISE_NEVER_TAKEN", { ...ends, field: fieldAt(places[0] ?? -1, state) }, "otherwise");
  }
}

function reportContradictions(groups: readonly Group[], items: readonly ConditionItem[], check: Check): void {
  for (const { contradiction } of groups) {
    if (contradiction === undefined) continue;
    const details = { where: check.where, parts: partsText(contradiction.rows, items, check), field: nameOf(contradiction, check) };
    check.report("CONDITION_CONTRADICTION", details, "conditionFields", contradiction.rows.at(-1));
  }
}

const nameOf = ({ field }: NonNullable<Group["contradiction"]>, check: Check): string => check.fieldName(field.source, field.key);

function whyNever(groups: readonly Group[], items: readonly ConditionItem[], check: Check): string {
  const [contradiction] = groups.flatMap((group) => group.contradiction ?? []);
  if (contradiction === undefined) return "its conditions cannot hold";
  const parts = partsText(contradiction.rows, items, check);
  return contradiction.rows.length === 1 ? `${parts} cannot hold` : `no ${nameOf(contradiction, check)} fits both ${parts}`;
}

/** The condition is satisfiable, but not with the values that can arrive here. */
function whyNotHere(
  groups: readonly Group[],
  items: readonly ConditionItem[],
  state: FlowState,
  known: FlowState["known"][number],
  base: (place: number) => Parameters<typeof isEmpty>[0],
  check: Check,
): string {
  for (const group of groups) {
    for (const [place, required] of group.requirements) {
      if (!isEmpty(intersection(known.get(place) ?? base(place), required))) continue;
      const rows = group.rows.filter((row) => {
        const item = items[row];
        return item !== undefined && state.fields.place(item.leftHandDatasource, item.leftHandFieldname) === place;
      });
      return `the conditions before it let no ${fieldAt(place, state)} through for which ${partsText(rows, items, check)}`;
    }
  }
  return "its conditions cannot hold here";
}

function partsText(rows: readonly number[], items: readonly ConditionItem[], check: Check): string {
  const shown = rows.flatMap((row) => items[row] ?? []);
  const name = check.fieldName.bind(check);
  return shown.length === 1 && shown[0] !== undefined ? conditionText(shown[0], name) : conditionsText(shown, name);
}

function fieldAt(place: number, state: FlowState): string {
  return state.fields.list[place]?.name ?? "value";
}
