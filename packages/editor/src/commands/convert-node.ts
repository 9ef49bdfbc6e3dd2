import { kinds, newNode, type EasyRuleNode, type SetStateNode } from "@airlock/flow";
import { putNodes } from "../document/edit-document.ts";
import { nodeTitle } from "../document/titles.ts";
import { refusal } from "../rules/refusal.ts";
import { done, refused, type Command } from "./command.ts";

/** A rule without a condition, or whose condition always holds, is a Set State. Links, position and name are kept. */
export function ruleToSetState(id: string): Command {
  return (document) => {
    const rule = document.nodes.get(id);
    if (rule === undefined) return refused(refusal("NODE_GONE"));
    if (rule.type !== "EasyRule") return refused(refusal("KIND_DIFFERS", { wanted: kinds.EasyRule.typeLabel }));
    return done(`Turn ${nodeTitle(rule)} into a ${kinds.SetState.typeLabel}`, putNodes(document, [asSetState(rule)]));
  };
}

function asSetState(rule: EasyRuleNode): SetStateNode {
  const { id, x, y, ports, label, name, branches } = rule;
  const fresh = newNode("SetState", id, x, y);
  const isDefault = rule.color === kinds.EasyRule.defaultColor;
  return {
    ...fresh,
    name,
    ports,
    label: label === kinds.EasyRule.defaultLabel ? fresh.label : label,
    color: isDefault ? fresh.color : rule.color,
    setFields: rule.thenFields,
    ...(branches === undefined ? {} : { branches }),
  };
}
