import type { Definition } from "../definition.ts";
import { nodeWrites } from "../kinds/kind-of.ts";
import { limits } from "../limits.ts";
import type { FindingList } from "./check.ts";
import type { Fields } from "./fields.ts";

/** A control character is encoded in six bytes (`\\u0001`), all others in fewer. */
const maxBytesPerUnit = 6;

/**
 * Warns about the largest possible execution record. A call has a limited number of bytes; a text that is copied into many runtime fields
 * multiplies them. Only a warning: texts are rarely that long, and a call whose record is too large is refused.
 */
export function checkExecutionSize(definition: Definition, fields: Fields, list: FindingList): void {
  const copied = new Set<string>();
  for (const node of definition.solutionDefinition.nodes) {
    for (const write of nodeWrites(node)) {
      if (write.source !== "Runtime" || fields.get("Runtime", write.key)?.type !== "String") continue;
      // Without `given` the value is from elsewhere, such as the response of a web call.
      const isCopied = write.given === undefined || write.given.some(({ source, key }) => fields.get(source, key)?.type === "String");
      if (isCopied) copied.add(write.key);
    }
  }
  const bytes = limits.callBytes + copied.size * limits.textLength * maxBytesPerUnit;
  if (bytes <= limits.executionBytes) return;
  list.report("EXECUTION_MAY_BE_TOO_LARGE", {}, { fields: copied.size, megabytes: (bytes / 1024 ** 2).toFixed(1) });
}
