import {
  asNodeKind,
  branchesOf,
  nodeCondition,
  webCallOf,
  type ConditionItem,
  type ConditionOperator,
  type Definition,
  type FlowNode,
} from "@airlock/flow";
import { kindOf } from "./kinds/registry.ts";
import { lower, type Lowered } from "./program/lower.ts";

/**
 * How versions frozen with one behaviour number are turned into a program. A rule of SPEC.md changes its meaning only in a new entry;
 * an entry stays for as long as a version frozen with its number may serve or its executions may be opened.
 */
export interface Behaviour {
  readonly lower: (definition: Definition) => Lowered;
}

const behaviours: ReadonlyMap<number, Behaviour> = new Map([
  [1, { lower: (definition) => lower(definition, 1) }],
  [2, { lower: (definition) => lower(definition, 2) }],
  [3, { lower: (definition) => lower(definition, 3) }],
  [4, { lower: (definition) => lower(definition, 4) }],
  [5, { lower: (definition) => lower(definition, 5) }],
]);

/**
 * The lowest behaviour with which a definition has its meaning. Versions are frozen with it, so that a runtime of the previous release
 * serves every new version that uses nothing new, and refuses the others instead of deciding them differently.
 */
export function behaviourOf(definition: Definition): number {
  const { lists = [], subFlows = [] } = definition;
  return Math.max(
    lists.length > 0 ? 4 : usesTypesOrComparisons(definition) ? 3 : 1,
    ...definition.solutionDefinition.nodes.map(behaviourOfNode),
    ...subFlows.map(({ behaviour }) => behaviour),
  );
}

function behaviourOfNode(node: FlowNode): number {
  const since = asNodeKind(node.type) === undefined ? 1 : (kindOf(node.type).since ?? 1);
  return Math.max(since, branchesOf(node) === "first" || webCallOf(node)?.continues === true ? 2 : 1);
}

/** What behaviour 3 added: Booleans, Dates, and comparisons beyond these. */
const firstOperators: readonly ConditionOperator[] = ["==", "!=", ">", "<", ">=", "<="];

function usesTypesOrComparisons({ solutionDefinition, applicationDatasetFields, runtimeDatasetFields }: Definition): boolean {
  const { nodes, links } = solutionDefinition;
  const isNew = (items: readonly ConditionItem[]): boolean => items.some(({ operator }) => !firstOperators.includes(operator));
  return (
    [...applicationDatasetFields, ...runtimeDatasetFields].some(({ type }) => type === "Boolean" || type === "Date") ||
    nodes.some((node) => isNew(nodeCondition(node))) ||
    links.some(({ conditionFields }) => isNew(conditionFields))
  );
}

export function findBehaviour(behaviour: number): Behaviour | undefined {
  return behaviours.get(behaviour);
}

/** Ascending. The last is the one that new versions are frozen with. */
export const supportedBehaviours: readonly number[] = [...behaviours.keys()].toSorted((one, other) => one - other);
