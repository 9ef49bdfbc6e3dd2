import type { FlowLink, FlowNode } from "../definition.ts";
import { nodeCondition, nodeLists } from "../kinds/kind-of.ts";
import type { ConditionItem } from "../node-parts.ts";
import { rightHandOf } from "../operators.ts";

/** The names of the lists that a node or a link looks up; a name may be repeated. */
export function usedLists(part: FlowNode | FlowLink): readonly string[] {
  if (!("type" in part)) return listsInConditions(part.conditionFields);
  return [...listsInConditions(nodeCondition(part)), ...nodeLists(part)];
}

function listsInConditions(conditions: readonly ConditionItem[]): readonly string[] {
  return conditions.flatMap(({ operator, rightHandFieldname }) =>
    rightHandOf(operator) === "listName" && rightHandFieldname !== "" ? rightHandFieldname : [],
  );
}
