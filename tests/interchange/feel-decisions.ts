/** Evaluates the decisions of a DMN file with feelin: every cell and every expression is feelin's, the hit policies are applied here as DMN defines them. */
import { readDmnXml } from "@airlock/interchange/testing/read-dmn-xml";
import { date, evaluate, unaryTest } from "feelin";

interface Logic {
  readonly $type: string;
  readonly text?: string;
  readonly hitPolicy?: string;
  readonly aggregation?: string;
  readonly input?: readonly { readonly inputExpression: { readonly text: string } }[];
  readonly output?: readonly {
    readonly name: string;
    readonly outputValues?: { readonly text: string };
    readonly defaultOutputEntry?: { readonly text: string };
  }[];
  readonly rule?: readonly {
    readonly inputEntry: readonly { readonly text: string }[];
    readonly outputEntry: readonly { readonly text: string }[];
  }[];
}

interface Element {
  readonly $type: string;
  readonly id: string;
  readonly name: string;
  readonly decisionLogic?: Logic;
}

type Context = Record<string, unknown>;

/** Decisions are evaluated in the order of the file, which has those first that others need. */
export async function feelDecisions(xml: string): Promise<(input: Context) => Context> {
  const elements = ((await readDmnXml(xml)) as { readonly drgElement: readonly Element[] }).drgElement; // as the format has it
  const decisions = elements.filter(({ $type, decisionLogic }) => $type === "dmn:Decision" && decisionLogic !== undefined);
  return (input) => {
    const context: Context = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, asFeel(value)]));
    const results: Context = {};
    for (const { name, decisionLogic: logic } of decisions) {
      if (logic === undefined) continue;
      results[name] =
        logic.$type === "dmn:DecisionTable" ? table(logic, context) : logic.text === undefined ? null : valueOf(logic.text, context);
      context[name] = results[name];
    }
    return results;
  };
}

function asFeel(value: unknown): unknown {
  if (typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/u.test(value)) return date(value);
  return value ?? null;
}

function valueOf(text: string, context: Context): unknown {
  const { value } = evaluate(text, context) as { readonly value: unknown };
  return value;
}

function table(logic: Logic, context: Context): unknown {
  const { input = [], output = [], rule = [] } = logic;
  const values = input.map(({ inputExpression }) => valueOf(inputExpression.text, context));
  const matching = rule.filter(({ inputEntry }) =>
    inputEntry.every(
      ({ text }, column) => (unaryTest(text, { ...context, "?": values[column] }) as { readonly value: unknown }).value === true,
    ),
  );
  const rows = matching.map(({ outputEntry }) => outputEntry.map(({ text }) => valueOf(text, context)));
  const numbers = rows.map(([first]) => Number(first));
  if (logic.aggregation !== undefined) return aggregated(logic.aggregation, numbers);
  const returned = (row: readonly unknown[]): unknown =>
    output.length === 1 ? row[0] : Object.fromEntries(output.map(({ name }, index) => [name, row[index]]));
  if (logic.hitPolicy === "RULE ORDER" || logic.hitPolicy === "COLLECT") return rows.map(returned);
  if (logic.hitPolicy === "UNIQUE" && rows.length > 1) throw new Error("More than one rule matches");
  if (logic.hitPolicy === "PRIORITY") {
    const order = (valueOf(`[${output[0]?.outputValues?.text ?? ""}]`, context) ?? []) as readonly unknown[];
    rows.sort((a, b) => order.indexOf(a[0]) - order.indexOf(b[0]));
  }
  const [first] = rows;
  if (first !== undefined) return returned(first);
  return returned(
    output.map(({ defaultOutputEntry }) => (defaultOutputEntry === undefined ? null : valueOf(defaultOutputEntry.text, context))),
  );
}

function aggregated(aggregation: string, numbers: readonly number[]): number | null {
  if (aggregation === "COUNT") return numbers.length;
  if (numbers.length === 0) return null;
  if (aggregation === "SUM") return numbers.reduce((total, number) => total + number, 0);
  return aggregation === "MIN" ? Math.min(...numbers) : Math.max(...numbers);
}
