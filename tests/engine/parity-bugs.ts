/** Bugs to plant in the back ends, one at a time: the harness must detect each. */
import type { KnownValue } from "@airlock/engine";
import { splitInlinedId, type ConditionItem, type Definition } from "@airlock/flow";
import { toSql } from "@airlock/engine/sql";
import { listTables } from "./parity-lists.ts";
import { backEnds, runQuery, sourceOf, type BackEnds, type Verdict } from "./parity-flow.ts";

type Outcome = Exclude<Verdict, { readonly problems: unknown }>;

/** A back end that reads another definition. */
export function misread(backEnd: keyof BackEnds, change: (definition: Definition) => Definition): BackEnds {
  switch (backEnd) {
    case "plans":
      return { ...backEnds, plans: (definition, bodies) => backEnds.plans(change(definition), bodies) };
    case "reference":
      return { ...backEnds, reference: (definition, bodies) => backEnds.reference(change(definition), bodies) };
    case "sql":
      return { ...backEnds, sql: (definition, ...rest) => backEnds.sql(change(definition), ...rest) };
  }
}

/** A back end that returns another result. */
export function misreport(backEnd: keyof BackEnds, change: (outcome: Outcome) => Outcome): BackEnds {
  const all = (verdicts: readonly Verdict[]): readonly Verdict[] =>
    verdicts.map((verdict) => ("problems" in verdict ? verdict : change(verdict)));
  switch (backEnd) {
    case "plans":
      return { ...backEnds, plans: (...given) => all(backEnds.plans(...given)) };
    case "reference":
      return { ...backEnds, reference: (...given) => all(backEnds.reference(...given)) };
    case "sql":
      return { ...backEnds, sql: async (...given) => all(await backEnds.sql(...given)) };
  }
}

/** A generator that writes other SQL. */
export function miswrite(change: (sql: string) => string): BackEnds {
  return {
    ...backEnds,
    sql: async (definition, table, database, options) => {
      await backEnds.sql(definition, table, database, options);
      const query = toSql(definition, sourceOf(table), { ...options, lists: listTables(definition) });
      if (!query.ok) throw new Error(query.reason);
      const stages = query.stages.map((stage) => ({ ...stage, create: change(stage.create) }));
      return runQuery({ ...query, stages, sql: change(query.sql) }, table.rows.length, database);
    },
  };
}

/** `<=` read as `<` in every condition. */
export function sloppyCompares(definition: Definition): Definition {
  const text = JSON.stringify(definition);
  return JSON.parse(text.replaceAll('"operator":"<="', '"operator":"<"')) as Definition; // The same except for an operator.
}

/** Bounds of days and numbers swapped, so that only equal ones contain anything. */
export function narrowBetween(definition: Definition): Definition {
  return withConditions(definition, (item) =>
    item.operator === "between" ? { ...item, rightHandValues: (item.rightHandValues ?? []).toReversed() } : item,
  );
}

/** `not in` read as not missing. */
export function inMeansNotMissing(definition: Definition): Definition {
  return withConditions(definition, (item) =>
    item.operator === "not in" ? { ...item, operator: "contains", rightHandFieldname: "" } : item,
  );
}

/** `in list` read as `not in list`. */
export function notInList(definition: Definition): Definition {
  return withConditions(definition, (item) => (item.operator === "in list" ? { ...item, operator: "not in list" } : item));
}

function withConditions(definition: Definition, change: (item: ConditionItem) => ConditionItem): Definition {
  const { nodes, links } = definition.solutionDefinition;
  const changed = nodes.map((node) => (node.type === "EasyRule" ? { ...node, conditionFields: node.conditionFields.map(change) } : node));
  const changedLinks = links.map((link) => ({ ...link, conditionFields: link.conditionFields.map(change) }));
  return { ...definition, solutionDefinition: { ...definition.solutionDefinition, nodes: changed, links: changedLinks } };
}

/** Otherwise links read as links without conditions. */
export function noOtherwise(definition: Definition): Definition {
  const { links } = definition.solutionDefinition;
  const plain = links.map((link) => ({ ...link, otherwise: false }));
  return { ...definition, solutionDefinition: { ...definition.solutionDefinition, links: plain } };
}

/** Links inside sub-flows are not reported. */
export function ownLinksOnly(outcome: Outcome): Outcome {
  return { ...outcome, linksTaken: outcome.linksTaken.filter((id) => splitInlinedId(id) === undefined) };
}

/** Sub-flows start with required fields missing. */
export function requiresNothing({ subFlows = [], ...rest }: Definition): Definition {
  if (subFlows.length === 0) return rest;
  const changed = subFlows.map((one) => {
    const applicationDatasetFields = one.definition.applicationDatasetFields.map((field) => ({ ...field, required: false }));
    return { ...one, definition: requiresNothing({ ...one.definition, applicationDatasetFields }) };
  });
  return { ...rest, subFlows: changed };
}

/** Changes the last bit of every Float that is not an integer. */
export function lastBit(outcome: Outcome): Outcome {
  const nudge = (value: KnownValue): KnownValue =>
    typeof value === "number" && !Number.isInteger(value) ? value * (1 + Number.EPSILON) : value;
  return { ...outcome, runtimeData: outcome.runtimeData.map(([name, value]) => [name, nudge(value)]) };
}
