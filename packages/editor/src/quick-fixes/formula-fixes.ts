import { shownFormula, shownReferences, tokenize } from "@airlock/flow";
import { changeRow } from "../commands/rows.ts";
import { definitionOf } from "../document/flow-document.ts";
import { daring, type Fixer } from "./quick-fix.ts";

/** A word that is not a field was often intended as a text: `employment = permanent`. */
export const quoteName: Fixer = ({ document, finding }) => {
  const node = document.nodes.get(finding.nodeId ?? "");
  const { item: row, from } = finding;
  const item = node?.type === "Formula" && row !== undefined ? node.formulas[row] : undefined;
  if (node === undefined || item === undefined || row === undefined || from === undefined) return [];
  const { position } = shownFormula(item.formula, shownReferences(definitionOf(document)));
  const { tokens } = tokenize(item.formula);
  const index = tokens.findIndex((one) => (one.kind === "word" || one.kind === "name") && position(one.from) === from);
  const token = tokens[index];
  if (token === undefined || tokens[index + 1]?.text === "(") return [];
  const text = `"${token.text}"`;
  const formula = item.formula.slice(0, token.from) + text + item.formula.slice(token.to);
  return [daring(`Write ${text}`, changeRow({ node: node.id }, "formulas", row, { formula }))];
};
