import type { FlowNode, ListScoreItem, ListScoreNode, RangeScoreItem, RangeScoreNode, SetterItem } from "@airlock/flow";
import { calculate, operate, type Calculated } from "./calculations.ts";
import { holds } from "./conditions.ts";
import type { Memory } from "./memory.ts";
import { store } from "./numbers.ts";

/** What a run gathers beside values. */
export interface Gathered {
  readonly reasonCodes: string[];
}

/** Runs a node that asks nothing of the world; the code of what failed, if something did. */
export function runNode(node: FlowNode, memory: Memory, gathered: Gathered): string | undefined {
  switch (node.type) {
    case "EasyRule": // [FL7]
      return holds(node.conditionFields, memory) ? runSetters(node.thenFields, memory) : undefined;
    case "SetState":
      return runSetters(node.setFields, memory);
    case "Calculation": // [CA1]
      return storeNumber(node.resultField, calculate(node.calculations, memory), memory);
    case "RangeScore": {
      const value = memory.get(node.scoredDatasource, node.scoredField);
      return score(
        node,
        node.ranges.find((band) => bandHolds(band, value)),
        memory,
        gathered,
      ); // [SC1]
    }
    case "ListScore": {
      const type = memory.type(node.scoredDatasource, node.scoredField);
      const value = memory.get(node.scoredDatasource, node.scoredField);
      const matches = (item: ListScoreItem): boolean => (type === "String" ? item.value === value : Number(item.value) === value);
      return score(node, node.values.find(matches), memory, gathered);
    }
    case "Start":
    case "End": // [FL6]
    case "WebCall":
    case "Prediction":
      return undefined;
  }
}

/** [SE1] */
function runSetters(setters: readonly SetterItem[], memory: Memory): string | undefined {
  for (const setter of setters) {
    const failure = runSetter(setter, memory);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

function runSetter(setter: SetterItem, memory: Memory): string | undefined {
  const key = setter.leftHandFieldname;
  const type = memory.type("Runtime", key);
  const right = memory.operand(setter.rightHandDatasource, setter.rightHandFieldname, type); // [SE4]
  if (type === "String" || right.type === "String") {
    memory.set("Runtime", key, right.value);
    return undefined;
  }
  const number = { type: right.type, value: typeof right.value === "number" ? right.value : undefined };
  if (setter.operator === "=") return storeNumber(key, number, memory); // [SE2]
  const before = memory.get("Runtime", key);
  const left = { type, value: typeof before === "number" ? before : undefined };
  return storeNumber(key, operate(setter.operator === "+=" ? "+" : "-", left, number), memory); // [SE3]
}

/** [NU8] */
export function storeNumber(key: string, result: Calculated, memory: Memory): string | undefined {
  if (typeof result === "string") return result;
  if (result.value === undefined) {
    memory.set("Runtime", key, undefined);
    return undefined;
  }
  const stored = store(result.value, result.type, memory.type("Runtime", key));
  if (typeof stored === "string") return stored;
  memory.set("Runtime", key, stored);
  return undefined;
}

/** [SC1] [SC2] */
function bandHolds(band: RangeScoreItem, value: string | number | undefined): boolean {
  if (typeof value !== "number") return false;
  const from = Number(band.rangeFrom);
  const to = Number(band.rangeTo);
  const aboveFrom = band.rangeFrom === "" || (band.rangeFromIncludeExclude === "[" ? value >= from : value > from);
  const belowTo = band.rangeTo === "" || (band.rangeToIncludeExclude === "]" ? value <= to : value < to);
  return aboveFrom && belowTo;
}

/** [SC3] to [SC7] */
function score(
  node: RangeScoreNode | ListScoreNode,
  match: RangeScoreItem | ListScoreItem | undefined,
  memory: Memory,
  gathered: Gathered,
): string | undefined {
  const text = match === undefined ? node.defaultScore : match.score;
  if (text === "") return undefined;
  const type = memory.type("Runtime", node.resultField) === "Integer" ? "Integer" : "Float";
  const before = memory.get("Runtime", node.resultField);
  const points = { type, value: Number(text) + 0 } as const;
  const sum = typeof before === "number" ? operate("+", { type, value: before }, points) : points;
  const failure = storeNumber(node.resultField, sum, memory);
  if (failure === undefined && match !== undefined) giveReason(match.reasonCode, gathered);
  return failure;
}

/** [SC5] [SC6] */
export function giveReason(code: string, gathered: Gathered): void {
  if (code !== "" && !gathered.reasonCodes.includes(code)) gathered.reasonCodes.push(code);
}
