import type { DatasetField, FieldSource, FieldType, OperandSource } from "../node-parts.ts";
import type { Finding } from "../finding.ts";
import type { FormulaScope } from "../formula/type-formula.ts";
import type { FlowList } from "../lists/flow-list.ts";
import { findings, type FindingCode, type FindingDetails } from "../findings.ts";
import { limits } from "../limits.ts";
import { literalWanted, readLiteral, type LiteralProblem } from "../literal.ts";
import { isNumberType, typeFits } from "../operators.ts";
import type { CalledFlow } from "../sub-flows/sub-flow.ts";
import type { Fields } from "./fields.ts";

/** What a finding is about. */
export type Place = Pick<Finding, "nodeId" | "linkId" | "fieldKey" | "property" | "item" | "column" | "from" | "to">;

/** Findings so far, up to a limit: users fix the first ones first. */
export class FindingList {
  readonly all: Finding[] = [];

  get isFull(): boolean {
    return this.all.length >= limits.findings;
  }

  report<Code extends FindingCode>(code: Code, place: Place, details: FindingDetails<Code>): void {
    if (this.isFull) return;
    // A code and its details belong together by the signature; the compiler loses that link in an indexed union.
    const { level, message } = findings[code] as { level: Finding["level"]; message: (details: FindingDetails<Code>) => string };
    this.all.push({ code, level, ...place, message: message(details) });
  }
}

/** The checks that node kinds and links share, bound to one node or link, so that each finding has its location. */
export class Check {
  /** The label, as shown to users. */
  readonly title: string;
  /** "In Minimum age" or "On the link from Total score to Decline". */
  readonly where: string;
  readonly #place: Place;
  readonly #fields: Fields;
  readonly #list: FindingList;

  constructor(title: string, where: string, place: Place, fields: Fields, list: FindingList) {
    this.title = title;
    this.where = where;
    this.#place = place;
    this.#fields = fields;
    this.#list = list;
  }

  report<Code extends FindingCode>(code: Code, details: FindingDetails<Code>, property?: string, item?: number): void {
    const place = { ...this.#place, ...(property === undefined ? {} : { property }), ...(item === undefined ? {} : { item }) };
    this.#list.report(code, place, details);
  }

  /** A finding about some characters of a row's text. */
  reportText<Code extends FindingCode>(
    code: Code,
    details: FindingDetails<Code>,
    property: string,
    item: number,
    { from, to }: { readonly from: number; readonly to: number },
  ): void {
    this.#list.report(code, { ...this.#place, property, item, from, to }, details);
  }

  /** A finding about a cell of a table. */
  reportCell<Code extends FindingCode>(
    code: Code,
    details: FindingDetails<Code>,
    place: Required<Pick<Place, "property" | "item" | "column" | "from" | "to">>,
  ): void {
    this.#list.report(code, { ...this.#place, ...place }, details);
  }

  /** Whether further findings would be dropped, so that they need not be searched for. */
  get isFull(): boolean {
    return this.#list.isFull;
  }

  /** A finding about how a field is used here. */
  reportField<Code extends FindingCode>(code: Code, details: FindingDetails<Code>, fieldKey: string): void {
    this.#list.report(code, { ...this.#place, fieldKey }, details);
  }

  fieldName(source: FieldSource, key: string): string {
    return this.#fields.name(source, key);
  }

  fieldType(source: FieldSource, key: string): FieldType | undefined {
    return this.#fields.get(source, key)?.type;
  }

  /** How a formula refers to a field, as it is shown. */
  formulaReference(source: FieldSource, key: string): string {
    return this.#fields.formulaReference(source, key);
  }

  /** The list of the flow that has this name. */
  list(name: string): FlowList | undefined {
    return this.#fields.flowList(name);
  }

  /** The sub-flow of the flow that is this version. */
  subFlow(versionId: string): CalledFlow | undefined {
    return this.#fields.subFlow(versionId);
  }

  /** What formulas of the flow may read. */
  get scope(): FormulaScope {
    return { type: (source, key) => this.fieldType(source, key), list: (name) => this.list(name) };
  }

  exists(source: FieldSource, key: string): boolean {
    return this.#fields.get(source, key) !== undefined;
  }

  /** A field that must have been chosen and exist. */
  field(source: FieldSource, key: string, what: string, property: string, item?: number): DatasetField | undefined {
    const field = this.#fields.get(source, key);
    if (key === "") this.report("FIELD_UNSET", { where: this.where, what }, property, item);
    else if (field === undefined) this.report("FIELD_UNKNOWN", { where: this.where, what }, property, item);
    return field;
  }

  /** A field that must be a number. */
  numberField(source: FieldSource, key: string, what: string, property: string, item?: number): DatasetField | undefined {
    const field = this.field(source, key, what, property, item);
    if (field === undefined || isNumberType(field.type)) return field;
    const details = { where: this.where, what, field: field.name, type: aType[field.type], wanted: "an Integer or Float" };
    this.report("FIELD_TYPE", details, property, item);
    return undefined;
  }

  /** The right-hand side of a condition or setter, which must fit the field on the left. */
  rightHand(left: DatasetField, source: OperandSource, text: string, what: string, property: string, item: number): void {
    if (source === "Literal") {
      this.literal(text, left.type, left.name, what, property, item);
      if (left.type === "String" && text === "") this.report("TEXT_EMPTY", { where: this.where, what, field: left.name }, property, item);
      return;
    }
    const right = this.field(source, text, what, property, item);
    if (right === undefined || typeFits(right.type, left.type)) return;
    const wanted = left.type === "Float" ? "an Integer or Float" : aType[left.type];
    const types = { leftType: aType[left.type], rightType: aType[right.type], wanted };
    this.report("TYPE_MISMATCH", { where: this.where, what, left: left.name, right: right.name, ...types }, property, item);
  }

  /** A literal of the type of its field; returns its stored number, if it is one. */
  literal(text: string, type: FieldType, field: string, what: string, property: string, item?: number): number | undefined {
    if (type === "String") return undefined;
    const part = { where: this.where, what, text: clipped(text), field };
    if (text === "") {
      this.report("LITERAL_MISSING", { ...part, wanted: literalWanted[type] }, property, item);
      return undefined;
    }
    const literal = readLiteral(text, type);
    if (literal.ok) return Number(literal.value);
    this.report(codeOf[literal.problem], part, property, item);
    return undefined;
  }
}

export const aType: Readonly<Record<FieldType, string>> = {
  String: "a String",
  Integer: "an Integer",
  Float: "a Float",
  Boolean: "a Boolean",
  Date: "a Date",
};

const codeOf = {
  notANumber: "LITERAL_NOT_A_NUMBER",
  notAnInteger: "LITERAL_NOT_AN_INTEGER",
  tooLarge: "LITERAL_TOO_LARGE",
  tooManyDigits: "LITERAL_TOO_PRECISE",
  notABoolean: "LITERAL_NOT_A_BOOLEAN",
  notADate: "LITERAL_NOT_A_DATE",
} as const satisfies Record<LiteralProblem, FindingCode>;

/** Texts that users typed may be long; clipping keeps a message readable. */
export function clipped(text: string, max = 40): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}
