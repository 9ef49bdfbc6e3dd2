import type { EndNode } from "@airlock/flow";
import type { ReferenceKind } from "../../reference/kind.ts";

/** [FL6] */
export const end: ReferenceKind<EndNode> = { run: () => undefined };
