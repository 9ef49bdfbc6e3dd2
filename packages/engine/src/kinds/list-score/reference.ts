import type { ListScoreItem, ListScoreNode } from "@airlock/flow";
import { literalValue } from "../../reference/memory.ts";
import type { ReferenceKind } from "../../reference/kind.ts";
import { addPoints } from "../../reference/scores.ts";

export const listScore: ReferenceKind<ListScoreNode> = {
  run: (node, memory, gathered) => {
    const type = memory.type(node.scoredDatasource, node.scoredField);
    const value = memory.get(node.scoredDatasource, node.scoredField);
    const matches = (item: ListScoreItem): boolean => literalValue(item.value, type) === value;
    return addPoints(node, node.values.find(matches), memory, gathered);
  },
};
