import { refusal } from "../rules/refusal.ts";
import { whyNotIndent, whyNotOutdent } from "../rules/calculation-rules.ts";
import { refused, type Command } from "./command.ts";
import { changeRow } from "./rows.ts";

/** Puts an item of a calculation one level deeper into parentheses. */
export function indentItem(nodeId: string, row: number): Command {
  return shift(nodeId, row, 1);
}

export function outdentItem(nodeId: string, row: number): Command {
  return shift(nodeId, row, -1);
}

function shift(nodeId: string, row: number, by: 1 | -1): Command {
  return (document) => {
    const node = document.nodes.get(nodeId);
    if (node === undefined) return refused(refusal("NODE_GONE"));
    if (node.type !== "Calculation") return refused(refusal("KIND_DIFFERS", { wanted: "Calculation" }));
    const reason = by === 1 ? whyNotIndent(node.calculations, row) : whyNotOutdent(node.calculations, row);
    const item = node.calculations[row];
    if (reason !== undefined || item === undefined) return refused(reason ?? refusal("ROW_GONE"));
    return changeRow({ node: nodeId }, "calculations", row, { level: item.level + by })(document);
  };
}
