import { editorKinds } from "@airlock/editor";
import { kinds, type NodeKind } from "@airlock/flow";
import { cell, table } from "../markdown.ts";

/** From the registries, so that a new kind is included. */
export function kindsPage(): string {
  const names = Object.keys(editorKinds) as NodeKind[]; // The registry has exactly the kinds as keys.
  const sections = names.map((name) => {
    const { group, hint, properties } = editorKinds[name];
    const { typeLabel, hasInPort, hasOutPort } = kinds[name];
    const rows = Object.values<{ readonly label: string; readonly input: string; readonly choices?: readonly string[] }>(properties).map(
      ({ label, input, choices }) => [cell(label), cell(choices === undefined ? input : choices.join(", "))],
    );
    const ports = [...(hasInPort ? ["in"] : []), ...(hasOutPort ? ["out"] : [])].join(" and ");
    return [
      `## ${typeLabel}`,
      `${hint}. In the palette under *${group}*; \`${name}\` in a definition; ports: ${ports}.`,
      ...(rows.length > 0 ? [table(["Property", "Input"], rows)] : []),
    ].join("\n\n");
  });
  return `# Node kinds

A flow consists of nodes of these kinds. The [flow language](/reference/flow-language) defines what each of them does, [formulas](/guides/formulas) have a page of
their own, and [findings](/reference/findings) lists what the validator says about them. Lists of a node, such as the bands of a score, are edited in its panel and not listed here.

${sections.join("\n\n")}
`;
}
