import type { StartNode } from "@airlock/flow";
import type { ReferenceKind } from "../../reference/kind.ts";

export const start: ReferenceKind<StartNode> = { run: () => undefined };
