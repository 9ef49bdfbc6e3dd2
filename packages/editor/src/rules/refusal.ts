import { formatNumber } from "@airlock/flow/locale";

/**
 * Everything that the editor refuses, each with a stable code and the reason as a sentence. A rule is a function called `whyNot...`: it
 * returns a refusal, or undefined if the edit is allowed.
 */
const reasons = {
  // Nodes
  START_STAYS: () => "Start cannot be deleted: every decision begins there.",
  START_NOT_COPIED: () => "Start cannot be copied: a decision begins in one place.",
  START_TWICE: () => "There is a Start already: a decision begins in one place.",
  START_FIXED: () => "Start has no properties to change.",
  NODE_GONE: () => "This node no longer exists.",
  NODES_FULL: (d: { readonly max: string }) => `A solution has at most ${d.max} nodes. Split it into smaller ones.`,
  COORDINATES: () => "That is outside the canvas.",
  COLOUR: () => "Enter a colour like rgb(0,192,255) or #00c0ff.",
  KIND_DIFFERS: (d: { readonly wanted: string }) => `This can be done with ${d.wanted} only.`,

  // Links
  LINK_GONE: () => "This link no longer exists.",
  LINKS_FULL: (d: { readonly max: string }) => `A solution has at most ${d.max} links. Split it into smaller ones.`,
  LINK_INTO_START: () => "No link can lead into Start: the decision begins there.",
  LINK_OUT_OF_END: () => "No link can leave End: the decision ends there.",
  LINK_TO_ITSELF: (d: { readonly node: string }) => `${d.node} cannot be linked to itself: the decision would never end.`,
  LINK_LOOP: (d: { readonly from: string; readonly to: string }) =>
    `A path leads from ${d.to} to ${d.from} already; with this link the decision would never end.`,
  LINK_TWICE: (d: { readonly from: string; readonly to: string }) =>
    `${d.from} is linked to ${d.to} already. Put more conditions on that link instead.`,

  // Values
  TEXT_TOO_LONG: (d: { readonly max: string }) => `This takes at most ${d.max} characters.`,
  TEXT_UNSTORABLE: () => "This has characters that cannot be stored.",
  NOT_INTEGER_TEXT: () => "Enter a whole number, like 18 or -2.",
  NOT_NUMBER_TEXT: () => "Enter a number, like 18 or -2.5.",
  NOT_IDENTIFIER: () => "Use letters, digits and underscores only.",
  NUMBER_RANGE: (d: { readonly min: string; readonly max: string }) => `Enter a whole number from ${d.min} to ${d.max}.`,
  NOT_A_CHOICE: (d: { readonly choices: string }) => `Choose one of ${d.choices}.`,
  NOT_BOOLEAN_TEXT: () => "Choose true or false.",
  NOT_DATE_TEXT: () => "Enter a date like 2026-01-31.",
  TOO_MANY_VALUES: (d: { readonly max: string }) => `A condition compares with at most ${d.max} values.`,
  OPERATOR_NOT_FOR_TYPE: (d: { readonly type: string; readonly choices: string }) => `${d.type} fields allow only ${d.choices}.`,
  FIELD_GONE: () => "This field no longer exists.",
  FIELD_NOT_FITTING: (d: { readonly field: string; readonly type: string; readonly wanted: string }) =>
    `${d.field} is ${d.type} field. Choose ${d.wanted} field.`,

  // Rows
  ROW_GONE: () => "This row no longer exists.",
  LIST_GONE: () => "There is no such list here.",
  ROWS_FULL: (d: { readonly max: string }) => `There are at most ${d.max} rows here.`,
  COLUMNS_FULL: (d: { readonly max: string }) => `A table has at most ${d.max} columns of each kind.`,
  CELLS_FULL: (d: { readonly max: string }) => `All tables together have at most ${d.max} cells.`,
  CALCULATION_NEEDS_TWO: () => "A calculation keeps its first two items.",
  CALCULATION_LEVEL: () => "There are not enough items for more parentheses.",
  CALCULATION_OUTERMOST: () => "This item is not in parentheses.",
  TABLE_EMPTY: () => "There is no table to paste.",
  TABLE_UNREADABLE: (d: { readonly problem: string }) => d.problem,

  // Data fields
  FIELDS_FULL: (d: { readonly max: string }) => `There are at most ${d.max} fields in a list.`,
  FIELD_NAME_TAKEN: (d: { readonly name: string }) => `Another field here is called ${d.name}.`,
  FIELD_NAME_RESERVED: (d: { readonly name: string }) => `${d.name} is reserved for fields that do not exist. Choose another name.`,
  NO_FIELDS_TO_PASTE: () => "There is no new field in this text. Paste lines of name, type and required, or a sample as JSON.",
  FIELD_KEY_TAKEN: () => "A field with this key exists already.",
  TEST_VALUES_FULL: (d: { readonly max: string }) => `There are at most ${d.max} test values.`,

  // Comments, test cases and mock responses
  MOCKS_FULL: (d: { readonly max: string }) => `There are at most ${d.max} mock responses.`,
  LISTS_FULL: (d: { readonly max: string }) => `A flow uses at most ${d.max} lists.`,
  SUB_FLOWS_FULL: (d: { readonly max: string }) => `A flow uses at most ${d.max} versions of other solutions.`,
  REASON_TEXTS_FULL: (d: { readonly max: string }) => `There are at most ${d.max} texts of reason codes.`,
  COMMENT_GONE: () => "This comment no longer exists.",
  COMMENTS_FULL: (d: { readonly max: string }) => `There are at most ${d.max} comments.`,
  TEST_CASE_GONE: () => "This test case no longer exists.",
  TEST_CASE_UNSTORABLE: (d: { readonly value: string; readonly reason: string }) => `${d.value}: ${d.reason}`,
  TEST_CASES_FULL: (d: { readonly max: string }) => `There are at most ${d.max} test cases.`,

  // Selections
  NOTHING_SELECTED: () => "Nothing selected.",
  TOO_FEW_SELECTED: (d: { readonly min: string }) => `Select at least ${d.min} nodes.`,
  NOTHING_TO_FIX: () => "None of these can be fixed automatically.",
} as const;

export type RefusalCode = keyof typeof reasons;
type Details<Code extends RefusalCode> = Parameters<(typeof reasons)[Code]>;

export interface Refusal {
  readonly code: RefusalCode;
  /** A whole sentence, to be shown where the edit was tried. */
  readonly reason: string;
}

export function refusal<Code extends RefusalCode>(code: Code, ...details: Details<Code>): Refusal {
  // A code and its details belong together by the signature; the compiler loses that link in an indexed union.
  const sentence = reasons[code] as (...given: Details<Code>) => string;
  return { code, reason: sentence(...details) };
}

/** Numbers in sentences are grouped: 2,000. */
export function grouped(number: number): string {
  return formatNumber(number);
}
