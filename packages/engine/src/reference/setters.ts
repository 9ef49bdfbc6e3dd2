import type { SetterItem } from "@airlock/flow";
import { operate } from "./calculations.ts";
import type { Memory } from "./memory.ts";
import { storeNumber } from "./store-number.ts";

/** [SE1] */
export function runSetters(setters: readonly SetterItem[], memory: Memory): string | undefined {
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
  // [SE5] Texts, Booleans and Dates support only `=`, and are never converted.
  if ((type !== "Integer" && type !== "Float") || (right.type !== "Integer" && right.type !== "Float")) {
    memory.set("Runtime", key, right.value);
    return undefined;
  }
  const number = { type: right.type, value: typeof right.value === "number" ? right.value : undefined };
  if (setter.operator === "=") return storeNumber(key, number, memory); // [SE2]
  const before = memory.get("Runtime", key);
  const left = { type, value: typeof before === "number" ? before : undefined };
  return storeNumber(key, operate(setter.operator === "+=" ? "+" : "-", left, number), memory); // [SE3]
}
