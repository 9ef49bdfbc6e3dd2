import type { FieldType, LookupNode } from "@airlock/flow";
import { op } from "../../compile/bytecode.ts";
import { keyOfSlot } from "../../formula/list-key.ts";
import { toFloat } from "../../number.ts";
import type { ListUse, Slot } from "../../program/parts.ts";
import type { State } from "../../run/state.ts";
import type { EngineKind } from "../kind.ts";

interface LookupOutputSlot {
  readonly column: string;
  /** Of the column. */
  readonly type: FieldType;
  readonly target: Slot;
}

export interface LookupOperation {
  readonly kind: "Lookup";
  readonly list: ListUse;
  readonly key: Slot;
  readonly outputs: readonly LookupOutputSlot[];
  /** Becomes true or false. */
  readonly found: Slot | undefined;
}

/** [LU4] */
export const lookup: EngineKind<LookupNode, LookupOperation> = {
  since: 4,
  lower: (node, lowering) => {
    const list = lowering.list(node.list);
    const key = lowering.slot(node.keyDatasource, node.keyField);
    const found = node.foundField === "" ? undefined : lowering.slot("Runtime", node.foundField);
    if (list === undefined || key === undefined) return undefined;
    const outputs = node.lookupOutputs.flatMap(({ column, resultField }) => {
      const target = lowering.slot("Runtime", resultField);
      const type = lowering.columnType(list, column);
      return target === undefined || type === undefined ? [] : [{ column, type, target }];
    });
    return { kind: "Lookup", list, key, outputs, found };
  },
  reads: ({ key }) => [key],
  writes: ({ outputs, found }) =>
    [...outputs.map(({ target }) => target), ...(found === undefined ? [] : [found])].map((target) => ({ target, literals: undefined })),
  compile: ({ list, key, outputs, found }) => {
    const keyOf = keyOfSlot(key);
    const columns = outputs.map(({ column, target }) => ({ at: list.columns.indexOf(column), target }));
    return (writer) => {
      const run = (state: State): boolean => {
        const row = state.lookups.find(list.index, keyOf(state));
        for (const { at, target } of columns) if (!store(state, target, row?.[at])) return false;
        if (found !== undefined) state.numbers[found.place] = row === undefined ? 0 : 1;
        return true;
      };
      writer.write(op.compute, writer.test(run));
    };
  },
  explain: () => ({}),
};

function store(state: State, { type, place }: Slot, value: string | number | null | undefined): boolean {
  if (type === "String") state.texts[place] = typeof value === "string" ? value : undefined;
  else if (typeof value !== "number") state.numbers[place] = NaN;
  else {
    // An Integer may be too large for a Float [NU8].
    const held = type === "Float" ? toFloat(value) : value;
    if (held !== held) state.fail("NUMBER_OVERFLOW");
    else state.numbers[place] = held;
  }
  return state.fault === undefined;
}
