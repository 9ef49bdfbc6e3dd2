import type { EditorKind } from "./editor-kind.ts";

export const easyRule: EditorKind<"EasyRule"> = { kind: "EasyRule", group: "Logic", hint: "If and then", properties: {} };
