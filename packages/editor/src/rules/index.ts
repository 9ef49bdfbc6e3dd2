export { deepestLevel, whyNotDeleteItem, whyNotIndent, whyNotOutdent } from "./calculation-rules.ts";
export { freeFieldName, whyNotFieldName } from "./field-name-rules.ts";
export { numberFields, rightHandFields, rightHandTypes, whyNotField } from "./field-rules.ts";
export { possibleTargets, whyNotLink } from "./link-rules.ts";
export { whyNotAdd, whyNotChange, whyNotCopy, whyNotDelete } from "./node-rules.ts";
export { whyNotCompare, whyNotSet } from "./operator-rules.ts";
export type { Refusal, RefusalCode } from "./refusal.ts";
export { toIdentifier, whyNotIdentifier, whyNotLiteral, whyNotNumber, whyNotText } from "./text-rules.ts";
