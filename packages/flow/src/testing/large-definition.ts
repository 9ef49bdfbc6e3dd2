/** A valid flow of a given size with every kind without effects: rounds of splits, choices and joins. Not part of the package. */
import type { Definition, FlowNode } from "../definition.ts";
import { draw, formula, node, set, when } from "./draw.ts";

export function largeDefinition(size: number, fieldCount: number): Definition {
  const numbers = Array.from({ length: Math.max(4, Math.floor(fieldCount / 2)) }, (_, index) => `in${index}`);
  const results = Array.from({ length: Math.max(4, Math.floor(fieldCount / 2)) }, (_, index) => `out${index}`);
  const pick = (names: readonly string[], index: number): string => names[index % names.length] ?? "";
  const nodes: FlowNode[] = [node("SetState", "zero", { setFields: results.slice(0, 200).map((name) => set(`${name} = 0`)) })];
  if (results.length > 200) nodes.push(node("SetState", "zero2", { setFields: results.slice(200).map((name) => set(`${name} = 0`)) }));
  const links = nodes.length === 1 ? ["start -> zero"] : ["start -> zero", "zero -> zero2"];
  let last = nodes.length === 1 ? "zero" : "zero2";
  for (let round = 0; nodes.length + 8 <= size; round += 1) {
    const [rule, sum, bands, yes, no, join] = ["rule", "sum", "bands", "yes", "no", "join"].map((name) => `${name}${round}`) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const input = pick(numbers, round);
    const output = pick(results, round);
    const other = pick(results, round + 1);
    nodes.push(
      node("EasyRule", rule, {
        conditionFields: when(`application.${input} < ${round} || runtime.${other} > 5`),
        thenFields: [set(`${output} += 1`)],
      }),
      node("Calculation", sum, { calculations: formula(`application.${input} * 2 + ( runtime.${output} - 1 )`), resultField: output }),
      node("RangeScore", bands, {
        scoredField: input,
        resultField: output,
        defaultScore: "0",
        ranges: Array.from({ length: 8 }, (_, row) => ({
          id: `r${row}`,
          rangeFromIncludeExclude: "[" as const,
          rangeFrom: String(row * 10),
          rangeTo: String((row + 1) * 10),
          rangeToIncludeExclude: ")" as const,
          score: String(row),
          reasonCode: `R${row}`,
        })),
      }),
      node("SetState", yes, { setFields: [set(`${output} = 1`)] }),
      node("SetState", no, { setFields: [set(`${output} = 2`)] }),
      node("Calculation", join, { calculations: formula(`runtime.${output} + runtime.${other}`), resultField: output }),
    );
    links.push(
      `${last} -> ${rule}`,
      `${last} -> ${sum}`,
      `${last} -> ${bands}`,
      `${rule} -> ${yes}: ${output} >= 3`,
      `${rule} -> ${no}: otherwise`,
      ...[sum, bands, yes, no].map((from) => `${from} -> ${join}`),
    );
    last = join;
  }
  return draw({
    application: Object.fromEntries(numbers.map((name) => [name, "Float!" as const])),
    runtime: Object.fromEntries(results.map((name) => [name, "Float" as const])),
    nodes,
    links: [...links, `${last} -> end`],
  });
}
