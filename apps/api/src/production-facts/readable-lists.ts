import { recordPosition } from "@airlock/backend/executions";
import { nodeOrder } from "@airlock/engine";
import { listedTexts, nodeWrites, type FieldSource, type ListedTexts } from "@airlock/flow";
import type { ServedVersion } from "../execution/served-versions.ts";

export interface ReadableList extends ListedTexts {
  /** Where the execution record has the text that the node read, for ClickHouse's JSON functions. */
  readonly list: number;
  readonly index: number;
}

/** Each is one more part of the query; a flow with more is rare. */
const maxLists = 20;

/**
 * The execution record has the application values of the input and the final runtime values. A node read that value if no node changes the
 * field, or if one earlier node alone sets it. The links after a node read what the node itself has set.
 */
export function readableLists({ definition, plan }: ServedVersion): readonly ReadableList[] {
  const order = new Map(nodeOrder(plan).map((id, index) => [id, index]));
  const writers = Map.groupBy(
    definition.solutionDefinition.nodes.flatMap((node) =>
      nodeWrites(node).map(({ source, key }) => ({ id: node.id, field: `${source} ${key}` })),
    ),
    ({ field }) => field,
  );
  const isReadable = ({ nodeId, part, source, fieldKey }: ListedTexts) => {
    const ids = new Set(writers.get(`${source} ${fieldKey}`)?.map(({ id }) => id));
    if (source === "Application") return ids.size === 0;
    const [writer = ""] = ids;
    if (part === "links" && writer === nodeId) return ids.size === 1;
    return ids.size === 1 && (order.get(writer) ?? Infinity) < (order.get(nodeId) ?? -1);
  };
  const names = {
    Application: new Map(definition.applicationDatasetFields.map(({ key, name }) => [key, name])),
    Runtime: new Map(definition.runtimeDatasetFields.map(({ key, name }) => [key, name])),
  };
  const recorded: Readonly<Record<FieldSource, { readonly list: number; readonly fields: readonly { readonly name: string }[] }>> = {
    Application: { list: recordPosition.application, fields: plan.applicationFields },
    Runtime: { list: recordPosition.runtime, fields: plan.runtimeFields },
  };
  return listedTexts(definition)
    .filter(isReadable)
    .flatMap((texts) => {
      const { list, fields } = recorded[texts.source];
      const index = fields.findIndex(({ name }) => name === names[texts.source].get(texts.fieldKey)) + 1;
      return index === 0 ? [] : [{ ...texts, list, index }];
    })
    .slice(0, maxLists);
}
