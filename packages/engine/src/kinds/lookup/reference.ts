import type { LookupNode } from "@airlock/flow";
import { lookUp } from "../../reference/lists.ts";
import type { ReferenceKind } from "../../reference/kind.ts";
import { storeNumber } from "../../reference/store-number.ts";

/** [LU4] */
export const lookup: ReferenceKind<LookupNode> = {
  run: (node, memory) => {
    const row = lookUp(memory, node.list, memory.get(node.keyDatasource, node.keyField));
    for (const { column, resultField } of node.lookupOutputs) {
      const value = row?.get(column);
      const type = memory.type("Runtime", resultField);
      if (type === "Float" && typeof value === "number") {
        const failure = storeNumber(resultField, { type: "Float", value }, memory);
        if (failure !== undefined) return failure;
      } else memory.set("Runtime", resultField, value);
    }
    if (node.foundField !== "") memory.set("Runtime", node.foundField, row !== undefined);
    return undefined;
  },
};
