import type { EditorKind } from "./editor-kind.ts";

export const setState: EditorKind<"SetState"> = { kind: "SetState", group: "Logic", hint: "Sets runtime fields", properties: {} };
