import { ZenEngine } from "@gorules/zen-engine";
import * as card from "./scorecard.ts";

/** The same twelve nodes for GoRules ZEN, each with the node kind that its users would choose. */
interface JdmNode {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly position: { readonly x: number; readonly y: number };
  readonly content: unknown;
}

const node = (id: string, type: string, content: unknown = {}): JdmNode => ({ id, name: id, type, position: { x: 0, y: 0 }, content });

const expressions = (id: string, values: Readonly<Record<string, string>>): JdmNode =>
  node(id, "expressionNode", {
    expressions: Object.entries(values).map(([key, value], index) => ({ id: `${id}${index}`, key, value })),
    passThrough: true,
  });

/** First match wins; points are added to the previous total. */
const table = (
  id: string,
  field: string,
  rows: readonly (readonly [test: string, points: number, reason: string | undefined])[],
): JdmNode =>
  node(id, "decisionTableNode", {
    hitPolicy: "first",
    passThrough: true,
    inputs: [{ id: "in", name: field, field }],
    outputs: [
      { id: "out", name: "points", field: "points" },
      { id: "why", name: "reason", field: `reasons.${id}` },
    ],
    rules: rows.map(([test, points, reason], row) => ({
      _id: `${id}${row}`,
      in: test,
      out: `points + (${points})`,
      why: reason === undefined ? "" : JSON.stringify(reason),
    })),
  });

function rangeTable(id: string, { field, bands }: card.RangeTable): JdmNode {
  const test = (row: number): string => {
    const from = bands[row]?.[0];
    const to = bands[row + 1]?.[0];
    if (to === undefined) return "";
    return from === undefined ? `< ${to}` : `[${from}..${to})`;
  };
  return table(
    id,
    field,
    bands.map(([, points, reason], row) => [test(row), points, reason]),
  );
}

function listTable(id: string, { field, entries }: card.ListTable): JdmNode {
  return table(id, field, [...entries.map(([value, points, reason]) => [`'${value}'`, points, reason] as const), ["", 0, undefined]]);
}

const nodes: readonly JdmNode[] = [
  node("start", "inputNode"),
  expressions("base", { points: String(card.basePoints), decision: "'decline'" }),
  rangeTable("byAge", card.byAge),
  rangeTable("byIncome", card.byIncome),
  rangeTable("byYears", card.byYears),
  listTable("byResidence", card.byResidence),
  listTable("bySector", card.bySector),
  expressions("debtRatio", { ratio: "debt * 100 / income" }),
  rangeTable("byRatio", card.byRatio),
  expressions("knockOut", { points: `bankruptcies > 0 ? points - ${card.bankruptcyPoints} : points` }),
  expressions("approve", { decision: `points >= ${card.cutOff} ? 'approve' : 'decline'` }),
  node("end", "outputNode"),
];
const edges = nodes.slice(1).map(({ id }, index) => ({ id: `e${index}`, type: "edge", sourceId: nodes[index]?.id, targetId: id }));

export interface Zen {
  readonly evaluate: (applicant: card.Applicant) => Promise<card.Answer>;
  readonly close: () => void;
}

export function openZen(): Zen {
  const engine = new ZenEngine();
  const decision = engine.createDecision({ nodes, edges });
  return {
    evaluate: async (applicant) => {
      const { result } = (await decision.evaluate(applicant)) as { readonly result: card.Answer }; // The library's type is `any`.
      return result;
    },
    close: () => engine.dispose(),
  };
}
