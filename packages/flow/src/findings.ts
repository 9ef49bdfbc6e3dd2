import { counted, listed } from "./wording.ts";

/**
 * All findings of the validator: a stable code, whether it prevents execution, and a message that uses the designer's names and says how to
 * fix it. `where` reads "In Minimum age" or "On the link from Total score to Decline"; `what` reads "condition 2" or "band 3".
 */
interface Entry<Details> {
  readonly level: "error" | "warning";
  readonly message: (details: Details) => string;
}

const error = <Details>(message: (details: Details) => string): Entry<Details> => ({ level: "error", message });
const warning = <Details>(message: (details: Details) => string): Entry<Details> => ({ level: "warning", message });

interface InNode {
  readonly node: string;
}
interface OnLink {
  readonly from: string;
  readonly to: string;
}
interface Part {
  readonly where: string;
  readonly what: string;
}
interface Literal extends Part {
  readonly text: string;
}
interface NamedField {
  readonly field: string;
  readonly dataset: "application" | "runtime";
}

interface InFormula extends Part {
  /** The first character that it is about, from 1. */
  readonly at: number;
  readonly problem: string;
}

interface InCell extends InNode {
  /** "row 3" or "the default row". */
  readonly row: string;
  /** The name of its column. */
  readonly column: string;
  readonly problem: string;
}

interface TwoRows {
  readonly first: number;
  readonly second: number;
  /** What both match. */
  readonly values: string;
}

function formulaText(d: InFormula): string {
  return `${d.where}, at character ${d.at} of ${d.what}: ${d.problem}`;
}

export const findings = {
  // The drawing
  TOO_LARGE: error(
    (d: { readonly what: string; readonly count: number; readonly max: number }) =>
      `There are ${d.count} ${d.what}; at most ${d.max} are allowed. Split the solution into smaller ones.`,
  ),
  ID_TWICE: error((d: { readonly what: string }) => `Two ${d.what} have the same id. Delete one of them and add it again.`),
  START_MISSING: error(() => "The diagram has no Start. Add one and link it to the first node."),
  START_TWICE: error(() => "A decision begins in one place, but the diagram has more than one Start. Delete this one."),
  END_MISSING: error(() => "The diagram has no End. Add one and link the last nodes to it."),
  END_UNREACHABLE: error(() => "No path leads from Start to an End. Link the last nodes to End."),
  NODE_UNREACHABLE: warning((d: InNode & { readonly after: number }) =>
    d.after === 0
      ? `${d.node} cannot be reached from Start. Link the node that comes before it, or delete it.`
      : `${d.node} and ${counted(d.after, "node", "nodes")} after it cannot be reached from Start. Link the node that comes before ${d.node}, or delete them.`,
  ),
  NODE_DEAD_END: warning((d: InNode) => `The path stops at ${d.node}: no link leaves it. Link it to the next node or to End.`),
  PATH_MAY_STOP: warning(
    (d: InNode) =>
      `When no condition on the links out of ${d.node} holds, the decision stops there and never reaches End. Mark one of these links as otherwise.`,
  ),
  LINK_LOOSE: error((d: OnLink) => `The link from ${d.from} to ${d.to} is loose. Drag its end onto a node or delete it.`),
  LINK_DIRECTION: error((d: OnLink) => `The link from ${d.from} to ${d.to} runs the wrong way. Draw it from an out port to an in port.`),
  LINK_TWICE: warning((d: OnLink) => `Two links that are always taken lead from ${d.from} to ${d.to}. Delete one of them.`),
  LOOP: error((d: { readonly nodes: readonly string[] }) =>
    d.nodes.length === 1
      ? `${d.nodes[0]} is linked to itself, so the decision would never end. Delete this link.`
      : `${listed(d.nodes)} form a loop, so the decision would never end. Delete one of the links between them.`,
  ),
  FORK_PLAIN_LINK: warning(
    (d: OnLink & { readonly conditions: string }) =>
      `The link from ${d.from} to ${d.to} has no conditions, so it is always taken, also when ${d.conditions}. Mark it as otherwise, or add conditions to it.`,
  ),
  FORK_OVERLAP: warning(
    (d: InNode & { readonly first: string; readonly second: string; readonly consequence: string }) =>
      `${d.first} and ${d.second} can both hold on the links out of ${d.node}: ${d.consequence}. Let ${d.node} take the first that holds, or change one of the conditions so that only one of them holds.`,
  ),
  ENDS_TOGETHER: warning(
    (d: InNode & { readonly first: string; readonly second: string }) =>
      `All links out of ${d.node} are taken, so one decision reaches both ${d.first} and ${d.second}. Add conditions to the links, or lead both paths to one End.`,
  ),
  OTHERWISE_ALONE: warning(
    (d: OnLink) =>
      `The link from ${d.from} to ${d.to} is marked otherwise, but no other link out of ${d.from} has conditions, so it is always taken. Remove the mark or add conditions to the others.`,
  ),
  OTHERWISE_WITH_CONDITIONS: error(
    (d: OnLink) => `The link from ${d.from} to ${d.to} is marked otherwise and has conditions too. Remove its conditions or the mark.`,
  ),
  OTHERWISE_NEVER_TAKEN: warning(
    (d: OnLink & { readonly field: string }) =>
      `The link from ${d.from} to ${d.to} is never taken: the conditions on the other links already cover every ${d.field}. Delete it or narrow the others.`,
  ),
  LINK_NEVER_TAKEN: warning(
    (d: OnLink & { readonly why: string }) =>
      `The link from ${d.from} to ${d.to} is never taken: ${d.why}. Change its conditions or delete it.`,
  ),
  LINK_ALWAYS_TAKEN: warning(
    (d: OnLink & { readonly field: string }) =>
      `The link from ${d.from} to ${d.to} is always taken: its conditions hold for every ${d.field}. Remove the conditions or narrow them.`,
  ),

  // Data fields
  FIELD_NAME_MISSING: error(
    (d: { readonly dataset: string; readonly place: number }) =>
      `Row ${d.place} of the ${d.dataset} data fields has no name. Enter one or delete the row.`,
  ),
  FIELD_NAME_INVALID: error(
    (d: NamedField) => `The ${d.dataset} field '${d.field}' has a name that callers cannot use. Use letters, digits and underscores only.`,
  ),
  FIELD_NAME_RESERVED: error(
    (d: NamedField) =>
      `The ${d.dataset} field '${d.field}' has a name that is reserved for fields that do not exist. Give it another name.`,
  ),
  FIELD_NAME_TWICE: error((d: NamedField) => `Two ${d.dataset} fields are called ${d.field}. Rename one of them.`),
  FIELD_NAME_ALIKE: warning(
    (d: NamedField & { readonly other: string }) =>
      `The ${d.dataset} fields ${d.other} and ${d.field} differ only in capitals and are easily mixed up. Rename one of them.`,
  ),
  EXECUTION_MAY_BE_TOO_LARGE: warning(
    (d: { readonly fields: number; readonly megabytes: string }) =>
      `${d.fields} runtime fields can hold a copied text of up to 10,000 characters, so one execution can take ${d.megabytes} MB. Calls that need more than 1 MB are refused. Copy fewer texts.`,
  ),
  TEST_VALUE_UNKNOWN: warning(
    (d: { readonly name: string }) =>
      `The test data has a value for '${d.name}', which is not an application field. Remove it or add the field.`,
  ),
  TEST_VALUE_TYPE: warning(
    (d: { readonly name: string; readonly text: string; readonly wanted: string }) =>
      `The test data has '${d.text}' for ${d.name}, which takes ${d.wanted}. Correct the value.`,
  ),

  // Fields and literals in nodes and links
  FIELD_UNSET: error((d: Part) => `${d.where}, choose ${unsetText(d.what)}.`),
  FIELD_UNKNOWN: error((d: Part) => `${d.where}, ${d.what} uses a field that no longer exists. Choose another one.`),
  FIELD_TYPE: error(
    (d: Part & { readonly field: string; readonly type: string; readonly wanted: string }) =>
      `${d.where}, ${d.what} uses ${d.field}, which is ${d.type} field. Choose ${d.wanted} field.`,
  ),
  TYPE_MISMATCH: error(
    (
      d: Part & {
        readonly left: string;
        readonly leftType: string;
        readonly right: string;
        readonly rightType: string;
        readonly wanted: string;
      },
    ) =>
      `${d.where}, ${d.what} joins ${d.left}, which is ${d.leftType} field, with ${d.right}, which is ${d.rightType} field. Choose ${d.wanted} field instead of ${d.right}.`,
  ),
  OPERATOR_NOT_FOR_STRING: error(
    (d: Part & { readonly field: string; readonly operator: string; readonly allowed: string }) =>
      `${d.where}, ${d.what} uses ${d.operator} on ${d.field}, which is a String field. Use ${d.allowed}.`,
  ),
  OPERATOR_NOT_FOR_TYPE: error(
    (d: Part & { readonly field: string; readonly type: string; readonly operator: string; readonly allowed: string }) =>
      `${d.where}, ${d.what} uses ${d.operator} on ${d.field}, which is ${d.type} field. Use ${d.allowed}.`,
  ),
  CONDITION_LIST_EMPTY: error(
    (d: Part & { readonly field: string }) => `${d.where}, ${d.what} compares ${d.field} with an empty list. Add at least one value.`,
  ),
  LITERAL_MISSING: error((d: Part & { readonly wanted: string }) => `${d.where}, ${d.what} has no value. Enter ${d.wanted}.`),
  LITERAL_NOT_A_NUMBER: error(
    (d: Literal) => `${d.where}, ${d.what} has '${d.text}' where a number belongs. Enter digits, like 18 or -2.5.`,
  ),
  LITERAL_NOT_AN_INTEGER: error(
    (d: Literal & { readonly field: string }) =>
      `${d.where}, ${d.what} has ${d.text}, but ${d.field} is an Integer field. Enter a whole number, or make ${d.field} a Float.`,
  ),
  LITERAL_NOT_A_BOOLEAN: error((d: Literal) => `${d.where}, ${d.what} has '${d.text}' where true or false belongs. Choose one of them.`),
  LITERAL_NOT_A_DATE: error(
    (d: Literal) => `${d.where}, ${d.what} has '${d.text}', which is not a day of the calendar. Enter a date like 2026-01-31.`,
  ),
  LITERAL_TOO_LARGE: error(
    (d: Literal) =>
      `${d.where}, ${d.what} has ${d.text}, which is too large to be exact. An Integer goes up to 9,007,199,254,740,991, a Float stays below 1,000,000,000,000,000.`,
  ),
  LITERAL_TOO_PRECISE: error(
    (d: Literal) =>
      `${d.where}, ${d.what} has ${d.text}, which has more digits than are kept. Use at most 15, and at most 12 after the point.`,
  ),
  FIELD_READ_BEFORE_SET: error((d: { readonly where: string; readonly field: string; readonly setters: readonly string[] }) => {
    const used = `${d.where}, ${d.field} is used, but`;
    const [setter] = d.setters;
    if (setter === undefined) return `${used} nothing ever sets ${d.field}. Set it earlier on the path.`;
    return d.setters.length === 1
      ? `${used} no path leads there from ${setter}, which sets it. Link ${setter} before it.`
      : `${used} no path leads there from ${listed(d.setters, "or")}, which set it. Link one of them before it.`;
  }),
  FIELD_MAY_BE_MISSING: warning(
    (d: { readonly where: string; readonly field: string; readonly why: string; readonly remedy: string }) =>
      `${d.where}, ${d.field} is used but may be missing: ${d.why}. ${d.remedy}.`,
  ),

  // Rules and conditions
  RULE_WITHOUT_CONDITION: error((d: InNode) => `${d.node} has no condition. Add one under If, or use a Set State instead.`),
  RULE_WITHOUT_SETTER: error((d: InNode) => `${d.node} does nothing when it holds. Add a field under Then.`),
  STATE_WITHOUT_SETTER: error((d: InNode) => `${d.node} sets nothing. Add a field or delete the node.`),
  CONDITION_CONTRADICTION: warning(
    (d: { readonly where: string; readonly parts: string; readonly field: string }) =>
      `${d.where}, ${d.parts} can never hold together: no ${d.field} fits. Change one of them, or join them with or.`,
  ),
  RULE_NEVER_HOLDS: warning((d: InNode & { readonly why: string }) => `${d.node} never holds: ${d.why}. Change its conditions.`),
  RULE_ALWAYS_HOLDS: warning(
    (d: InNode & { readonly field: string }) =>
      `${d.node} always holds: its conditions cover every ${d.field}. Narrow them, or use a Set State instead.`,
  ),

  // Calculations
  CALCULATION_EMPTY: error((d: InNode) => `${d.node} has no formula. Add the numbers to calculate with.`),
  CALCULATION_LEVELS: warning(
    (d: InNode) => `${d.node} has parentheses that hold nothing to group. Move the deepest items of the formula out again.`,
  ),
  DIVISION_BY_ZERO: error((d: InNode & { readonly what: string }) => `${d.node} divides by zero at ${d.what}. Enter another number.`),
  RESULT_MAY_HAVE_FRACTION: warning(
    (d: InNode & { readonly field: string }) =>
      `${d.node} can give a fraction, but ${d.field} is an Integer field, and the decision then fails. Make ${d.field} a Float.`,
  ),

  // Formulas
  FORMULA_MISSING: error((d: InNode) => `${d.node} has no results. Add one, or delete the node.`),
  FORMULA_EMPTY: error((d: Part) => `${d.where}, ${d.what} has no formula. Write one.`),
  FORMULA_SYNTAX: error(formulaText),
  FORMULA_NAME: error(formulaText),
  FORMULA_TYPE: error(formulaText),
  FORMULA_RESULT: error(
    (d: Part & { readonly type: string; readonly field: string; readonly fieldType: string; readonly hint: string }) =>
      `${d.where}, the formula of ${d.what} gives ${d.type}, but ${d.field} is ${d.fieldType} field. ${d.hint}`,
  ),

  // Decision tables
  TABLE_INPUT_MISSING: error((d: InNode) => `${d.node} has no input columns. Add one under When.`),
  TABLE_OUTPUT_MISSING: error((d: InNode) => `${d.node} sets no field and gives no reason code. Add a column under Then.`),
  TABLE_ROWS_MISSING: error((d: InNode) => `${d.node} has no rows. Add at least one.`),
  TABLE_OUTPUT_TWICE: error((d: InNode & { readonly field: string }) => `In ${d.node}, two columns set ${d.field}. Delete one of them.`),
  TABLE_CELL: error((d: InCell) => `In ${d.node}, ${d.row}, ${d.column}: ${d.problem}`),
  TABLE_GAP: warning(
    (d: InNode & { readonly values: string }) => `In ${d.node}, no row matches ${d.values}. Add a row for it, or a default row.`,
  ),
  TABLE_OVERLAP: warning(
    (d: InNode & TwoRows) =>
      `In ${d.node}, rows ${d.first} and ${d.second} both match ${d.values}; row ${d.first} wins. Change one of them so that only one matches.`,
  ),
  TABLE_NOT_UNIQUE: warning(
    (d: InNode & TwoRows) =>
      `In ${d.node}, rows ${d.first} and ${d.second} both match ${d.values}, and decisions with it fail: the hit policy is unique. Change one of them, or choose another hit policy.`,
  ),
  TABLE_ROW_UNREACHABLE: warning(
    (d: InNode & { readonly row: number }) =>
      `In ${d.node}, row ${d.row} is never reached: the rows above it match all that it does. Delete it or move it up.`,
  ),

  // Scores
  BANDS_MISSING: error((d: InNode) => `${d.node} has no bands. Add at least one.`),
  BAND_EMPTY: error(
    (d: InNode & { readonly band: string; readonly what: string }) =>
      `In ${d.node}, ${d.what}, ${d.band}, holds no number. Swap its ends or include them.`,
  ),
  RANGE_GAP: warning(
    (d: InNode & { readonly gap: string; readonly outcome: string }) =>
      `In ${d.node}, no band holds ${d.gap}, which ${d.outcome}. Extend a band or add one.`,
  ),
  TEXT_EMPTY: warning(
    (d: Part & { readonly field: string }) =>
      `${d.where}, ${d.what} has an empty text for ${d.field}. Enter a text, or leave it if the empty text is meant.`,
  ),
  RANGE_OVERLAP: warning(
    (d: InNode & { readonly first: string; readonly second: string; readonly overlap: string }) =>
      `In ${d.node}, the bands ${d.first} and ${d.second} both hold ${d.overlap}; the upper row wins. Move one of their ends.`,
  ),
  RANGE_UNREACHABLE: warning(
    (d: InNode & { readonly band: string }) =>
      `In ${d.node}, the band ${d.band} is never reached: the rows above it hold all of it. Delete it or move it up.`,
  ),
  VALUES_MISSING: error((d: InNode) => `${d.node} has no values. Add at least one.`),
  LIST_VALUE_TWICE: warning(
    (d: InNode & { readonly value: string; readonly first: number; readonly second: number }) =>
      `In ${d.node}, '${d.value}' is in rows ${d.first} and ${d.second}; only the upper row counts. Delete one of them.`,
  ),
  LIST_VALUE_SPACES: warning(
    (d: InNode & { readonly value: string }) =>
      `In ${d.node}, '${d.value}' begins or ends with a space and matches only texts that do too. Remove the space.`,
  ),

  // Web calls
  URL_MISSING: error((d: InNode) => `${d.node} has no address. Enter one, like https://example.com/reports.`),
  URL_SCHEME: error((d: InNode) => `The address of ${d.node} must begin with https:// or http://.`),
  URL_HOST: error((d: InNode) => `The address of ${d.node} has no valid host. Write it out, like https://example.com/reports.`),
  URL_HOST_FROM_FIELD: error(
    (d: InNode) =>
      `${d.node} takes its host from a field, so a caller could send your data anywhere. Write the host out and use fields after it.`,
  ),
  URL_CREDENTIALS: error(
    (d: InNode) => `The address of ${d.node} holds a user name or password, which ends up in logs. Send it in a header.`,
  ),
  URL_CHARACTERS: error(
    (d: InNode) => `The address of ${d.node} holds spaces or other characters that an address cannot have. Remove or encode them.`,
  ),
  URL_NOT_ENCRYPTED: warning((d: InNode) => `${d.node} calls over http, so others on the way can read it. Use https.`),
  URL_PRIVATE: warning(
    (d: InNode) => `${d.node} calls an address inside a private network, which is refused unless your administrator allows it.`,
  ),
  REFERENCE_UNKNOWN: error(
    (d: Part & { readonly text: string }) => `${d.where}, ${d.what} refers to ${d.text}, which does not exist. Choose a field.`,
  ),
  REFERENCE_MALFORMED: warning(
    (d: Part & { readonly text: string }) =>
      `${d.where}, ${d.what} holds '${d.text}', which is not a field and is sent unchanged. Write \${application.name} or \${runtime.name}.`,
  ),
  HEADER_INVALID: error(
    (d: InNode & { readonly header: string }) =>
      `In ${d.node}, '${d.header}' cannot be the name of a header. Use letters, digits and dashes.`,
  ),
  HEADER_VALUE_INVALID: error(
    (d: InNode & { readonly header: string }) => `In ${d.node}, the header ${d.header} has a line break in its value. Remove it.`,
  ),
  HEADER_TWICE: error(
    (d: InNode & { readonly header: string }) => `In ${d.node}, the header ${d.header} is there twice. Delete one of them.`,
  ),
  BODY_NOT_SENT: warning(
    (d: InNode & { readonly method: string }) => `${d.node} has a body, which ${d.method} does not send. Remove it or choose POST or PUT.`,
  ),
  OUTPUT_PATH: error((d: InNode & { readonly what: string; readonly text: string }) =>
    d.text === ""
      ? `In ${d.node}, enter a path for ${d.what} of the response, like $.report.score.`
      : `In ${d.node}, the path '${d.text}' in ${d.what} of the response cannot be read. Enter one like $.report.score.`,
  ),
  OUTPUT_MISSING: warning(
    (d: InNode) => `${d.node} calls another service but keeps nothing of the response. Map a part of the response to a field.`,
  ),
  TIMEOUT: error((d: InNode & { readonly max: string }) => `${d.node} must have a time limit from 1 to ${d.max} milliseconds.`),

  // Lists of the organisation
  LIST_UNSET: error((d: Pick<Part, "where">) => `${d.where}, no list is chosen. Choose one.`),
  LIST_UNKNOWN: error(
    (d: Pick<Part, "where"> & { readonly list: string }) => `${d.where}, ${d.list} is not a list of this flow. Choose another list.`,
  ),
  LIST_KEY_TYPE: error(
    (d: Part & { readonly field: string; readonly type: string; readonly list: string; readonly keyType: string }) =>
      `${d.where}, ${d.what} is ${d.field}, ${d.type}, but the key of ${d.list} is ${d.keyType}. Choose a field of that type.`,
  ),
  LIST_COLUMN_UNSET: error((d: Part) => `${d.where}, ${d.what} has no column. Choose one.`),
  LIST_COLUMN_UNKNOWN: error(
    (d: Part & { readonly list: string; readonly column: string }) =>
      `${d.where}, ${d.what} reads ${d.column}, which ${d.list} does not have. Choose another column.`,
  ),
  LOOKUP_WITHOUT_OUTPUT: error((d: InNode) => `${d.node} sets no field. Add an output, or a field for whether the key was found.`),
  LOOKUP_OUTPUT_TWICE: error((d: InNode & { readonly field: string }) => `${d.node} sets ${d.field} twice. Choose another field.`),

  // Sub-flows
  SUB_FLOW_UNSET: error((d: InNode) => `${d.node} has no version to run. Choose a version of another solution.`),
  SUB_FLOW_UNKNOWN: error(
    (d: InNode & { readonly version: string }) =>
      `${d.node} runs ${d.version === "" ? "a version" : d.version} that is not a sub-flow of this flow. Choose the version again.`,
  ),
  SUB_FLOW_FIELD_UNSET: error((d: Part) => `${d.where}, ${d.what} names no field of the sub-flow. Choose one.`),
  SUB_FLOW_FIELD_UNKNOWN: error(
    (d: Part & { readonly field: string; readonly solution: string }) =>
      `${d.where}, ${d.what} names ${d.field}, which ${d.solution} does not have. Choose another field.`,
  ),
  SUB_FLOW_TYPE: error(
    (d: Part & { readonly from: string; readonly to: string; readonly type: string; readonly wanted: string }) =>
      `${d.where}, ${d.what} sets ${d.to}, ${d.wanted}, to ${d.from}, ${d.type}. Choose a field of a type that fits.`,
  ),
  SUB_FLOW_INPUT_TWICE: error((d: InNode & { readonly field: string }) => `${d.node} maps ${d.field} twice. Delete one of the inputs.`),
  SUB_FLOW_INPUT_MISSING: error(
    (d: InNode & { readonly fields: readonly string[] }) =>
      `${d.node} does not map ${listed(d.fields)}, which the sub-flow requires. Add ${d.fields.length === 1 ? "an input" : "inputs"}.`,
  ),
  SUB_FLOW_INPUT_OPTIONAL: warning(
    (d: Pick<Part, "where"> & { readonly field: string; readonly target: string }) =>
      `${d.where}, ${d.target} is required by the sub-flow, but ${d.field} may be missing; the execution then fails. Make ${d.field} required.`,
  ),
  SUB_FLOW_OUTPUT_TWICE: error((d: InNode & { readonly field: string }) => `${d.node} sets ${d.field} twice. Choose another field.`),
  SUB_FLOW_WITHOUT_OUTPUT: warning((d: InNode) => `${d.node} sets no field, so only its reason codes count. Add an output.`),
  SUB_FLOW_TOO_DEEP: error(
    (d: { readonly max: number }) => `Sub-flows are nested more than ${d.max} deep. Use a version that has fewer sub-flows within it.`,
  ),
  SUB_FLOW_LIST_VERSIONS: error(
    (d: { readonly list: string; readonly versions: readonly string[] }) =>
      `Sub-flows pin versions ${listed(d.versions)} of the list ${d.list}, but an execution uses one. Choose versions that pin the same.`,
  ),
  SUB_FLOW_CYCLE: error(
    (d: { readonly solution: string }) => `${d.solution} is used inside itself. Choose a version that does not use ${d.solution}.`,
  ),

  // Predictions
  PREDICTION_UNSET: error((d: InNode) => `${d.node} has no prediction. Choose one.`),
  PREDICTION_WITHOUT_INPUT: error((d: InNode) => `${d.node} has no input fields. Map the fields that the prediction needs.`),
  PREDICTION_INPUT_UNNAMED: error(
    (d: InNode & { readonly what: string }) => `In ${d.node}, ${d.what} does not say which input of the prediction it is. Choose one.`,
  ),
  PREDICTION_INPUT_TWICE: error(
    (d: InNode & { readonly input: string }) => `In ${d.node}, the input ${d.input} is mapped twice. Delete one of them.`,
  ),
} as const;

export type FindingCode = keyof typeof findings;
export type FindingDetails<Code extends FindingCode> = Parameters<(typeof findings)[Code]["message"]>[0];

/** The field that is not chosen yet. */
function unsetText(what: string): string {
  if (what === "the scored field") return "the field to score";
  return what.startsWith("the ") ? `the field for ${what}` : `the field of ${what}`;
}
