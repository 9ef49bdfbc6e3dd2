import type { SetStateNode } from "@airlock/flow";
import type { ReferenceKind } from "../../reference/kind.ts";
import { runSetters } from "../../reference/setters.ts";

export const setState: ReferenceKind<SetStateNode> = { run: (node, memory) => runSetters(node.setFields, memory) };
