import type { EasyRuleNode } from "@airlock/flow";
import { holds } from "../../reference/conditions.ts";
import type { ReferenceKind } from "../../reference/kind.ts";
import { runSetters } from "../../reference/setters.ts";

/** [FL7] */
export const easyRule: ReferenceKind<EasyRuleNode> = {
  run: (node, memory) => (holds(node.conditionFields, memory) ? runSetters(node.thenFields, memory) : undefined),
};
