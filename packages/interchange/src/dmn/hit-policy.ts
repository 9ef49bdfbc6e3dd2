import type { HitPolicy } from "@airlock/flow";
import type { Expression } from "../expression/expression.ts";
import { isReasonCode, type Parsed, type Rule, type TableStep } from "../flow/step.ts";
import type { Report } from "../report/report.ts";
import type { Part } from "./read-dmn.ts";

/** What a hit policy of DMN is in Airlock, and the rules that have the same effect under it. */
export interface Policy {
  readonly hitPolicy: HitPolicy;
  readonly rules: readonly Rule[];
  readonly asReasonCodes: boolean;
  /** The outputs are numbers, whatever the rules had. */
  readonly isNumber: boolean;
  readonly defaults?: TableStep["defaults"];
}

export function policyOf(
  logic: Part,
  rules: readonly Rule[],
  { where, report }: { readonly where: string; readonly report: Report },
): Policy {
  const name = logic.text("hitPolicy") || "UNIQUE";
  const aggregation = logic.text("aggregation");
  const plain = { rules, asReasonCodes: false, isNumber: false };
  const entry = { kind: "hit policy", where, source: aggregation === "" ? name : `${name}, ${aggregation}` };
  switch (name) {
    case "UNIQUE":
      report.converted({ ...entry, text: "Unique" });
      return { ...plain, hitPolicy: "unique" };
    case "FIRST":
      report.converted({ ...entry, text: "First match" });
      return { ...plain, hitPolicy: "first" };
    case "ANY":
      report.approximated({ ...entry, text: "First match. That all matching rules return the same is not checked." });
      return { ...plain, hitPolicy: "first" };
    case "PRIORITY":
      return priority(logic, plain, entry, report);
    case "COLLECT":
      if (aggregation !== "") return aggregated(aggregation, plain, entry, report);
      break;
  }
  return collected(name, logic, plain, entry, report);
}

type Plain = Omit<Policy, "hitPolicy" | "defaults">;
type Entry = Pick<Parameters<Report["converted"]>[0], "kind" | "where" | "source">;

/** The rules in the order of their results: then the first match is the one with the highest priority. */
function priority(logic: Part, plain: Plain, entry: Entry, report: Report): Policy {
  const order = logic.parts("output").map((output) => valuesOf(output.part("outputValues")?.text("text") ?? ""));
  if (order.every((values) => values.length === 0)) {
    report.approximated({ ...entry, text: "First match: the file does not say which results come first.", changesResults: true });
    return { ...plain, hitPolicy: "first" };
  }
  const rank = ({ outputs }: Rule): readonly number[] =>
    order.flatMap((values, column) =>
      values.length === 0 ? [] : [(values.indexOf(outputs[column]?.source.trim() ?? "") + values.length + 1) % (values.length + 1)],
    );
  const rules = plain.rules.toSorted((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    const column = first.findIndex((value, index) => value !== second[index]);
    return column === -1 ? 0 : (first[column] ?? 0) - (second[column] ?? 0);
  });
  report.converted({ ...entry, text: "First match, with the rules in the order of their priority" });
  return { ...plain, rules, hitPolicy: "first" };
}

function valuesOf(text: string): readonly string[] {
  return (text.match(/"(?:[^"\\]|\\.)*"|[^,"\s]+/gu) ?? []).map((value) => value.trim());
}

function aggregated(aggregation: string, plain: Plain, entry: Entry, report: Report): Policy {
  const numbers = { ...plain, isNumber: true };
  if (aggregation === "SUM") {
    report.converted({ ...entry, text: "Sum" });
    return { ...numbers, hitPolicy: "sum" };
  }
  if (aggregation === "COUNT") {
    report.approximated({ ...entry, text: "Sum of 1 per matching row: the same number, without the results of the rows." });
    const rules = plain.rules.map((rule) => ({ ...rule, outputs: rule.outputs.map((output) => constant("1", output?.source ?? "")) }));
    return { ...numbers, rules, hitPolicy: "sum", defaults: [constant("0", "")] };
  }
  // In the order of their results, the first match has the smallest or the largest.
  const values = plain.rules.map(({ outputs: [only] }) => literalNumber(only));
  if (values.includes(undefined)) {
    const text =
      "All in order: the field has the value of the last matching row. Only rules with numbers that are written out can be put in order.";
    report.approximated({ ...entry, text, changesResults: true });
    return { ...numbers, hitPolicy: "all" };
  }
  const sign = aggregation === "MIN" ? 1 : -1;
  const valueOf = (rule: Rule): number => literalNumber(rule.outputs[0]) ?? 0;
  report.converted({ ...entry, text: `First match, with the ${aggregation === "MIN" ? "smallest" : "largest"} results at the top` });
  return { ...numbers, rules: plain.rules.toSorted((a, b) => sign * (valueOf(a) - valueOf(b))), hitPolicy: "first" };
}

function literalNumber(output: Parsed<Expression> | undefined): number | undefined {
  if (output?.ok !== true) return undefined;
  const { value } = output;
  if (value.kind === "number") return Number(value.text);
  return value.kind === "negate" && value.operand.kind === "number" ? -Number(value.operand.text) : undefined;
}

function constant(text: string, source: string): Parsed<Expression> {
  return { ok: true, value: { kind: "number", text }, source };
}

/** Lists of results. */
function collected(name: string, logic: Part, plain: Plain, entry: Entry, report: Report): Policy {
  const areCodes = logic.parts("output").length === 1 && plain.rules.every(({ outputs: [only] }) => isReasonCode(only));
  const order = name === "OUTPUT ORDER" ? " They are in the order of the rules, not of their priority." : "";
  if (areCodes) {
    const text = "Each matching row gives its text as a reason code; the response has them as reasonCodes.";
    report.approximated({ ...entry, text: text + order, ...(order === "" ? {} : { changesResults: true }) });
  } else {
    const text = "All in order: the fields have the values of the last matching row, and not a list of all of them.";
    report.approximated({ ...entry, text, changesResults: true });
  }
  return { ...plain, asReasonCodes: areCodes, hitPolicy: "all" };
}
