import type {
  CalculationItem,
  ConditionItem,
  FieldRef,
  FieldType,
  FlowLink,
  FlowNode,
  FormulaItem,
  KeyValueItem,
  ListScoreItem,
  LookupOutput,
  OutputItem,
  PredictionInput,
  RangeScoreItem,
  SetterItem,
  SubFlowInput,
  SubFlowOutput,
  TableInput,
  TableOutput,
  TableRow,
} from "@airlock/flow";
import type { FlowDocument } from "../document/flow-document.ts";
import type { Refusal } from "../rules/refusal.ts";

/** Every list that a node or a link can have, by the name of its property. A name always means the same kind of row. */
export interface RowTypes {
  readonly conditionFields: ConditionItem;
  readonly thenFields: SetterItem;
  readonly setFields: SetterItem;
  readonly calculations: CalculationItem;
  readonly formulas: FormulaItem;
  readonly ranges: RangeScoreItem;
  readonly values: ListScoreItem;
  readonly headers: KeyValueItem;
  readonly responseMapping: OutputItem;
  readonly inputFields: PredictionInput;
  readonly lookupOutputs: LookupOutput;
  readonly subFlowInputs: SubFlowInput;
  readonly subFlowOutputs: SubFlowOutput;
  readonly inputColumns: TableInput;
  readonly outputColumns: TableOutput;
  readonly tableRows: TableRow;
  readonly defaultRows: TableRow;
}
export type ListName = keyof RowTypes;

/** Returns the key that replaces the key of this field. */
export type FieldMap = (field: FieldRef, part: string) => string;

/** The names of a row's parts that are texts. */
type TextPart<Row> = { [Part in keyof Row]: Row[Part] extends string ? Part : never }[keyof Row] & string;

/** The editor's description of the rows of one list. */
export interface RowList<Row> {
  /** What one of them is called: "condition". */
  readonly one: string;
  /** What the list is called in the panel: "If". */
  readonly title: string;
  readonly max: number;
  /** A row as it is added after these. `id` is used by rows that have one. */
  readonly newRow: (rows: readonly Row[], id: string) => Row;
  /** A changed row with what depends on the change brought in line: a condition's operator follows the type of its field. */
  readonly follow: (after: Row, before: Row, document: FlowDocument) => Row;
  /** Why a row may not be changed like this; only the change is checked, because a field may have been deleted since. */
  readonly whyNot: (after: Row, before: Row, owner: FlowNode | FlowLink, document: FlowDocument) => Refusal | undefined;
  readonly whyNotRemove?: (rows: readonly Row[], row: number) => Refusal | undefined;
  /** The rest of the list after rows were removed or moved. */
  readonly settle?: (rows: readonly Row[]) => readonly Row[];
  /** The parts of a row in which a number may be typed, for fixes of texts that are not quite numbers. */
  readonly numberTexts: readonly TextPart<Row>[];
  /** The row for a field that has another type now; the same row if it does not keep the field's type. */
  readonly retyped: (row: Row, field: FieldRef, type: FieldType) => Row;
  /** The row with other field keys. The only code that knows where in a row fields are. */
  readonly mapFields: (row: Row, map: FieldMap) => Row;
}

/** The first of some reasons. */
export function firstOf(...reasons: readonly (Refusal | undefined)[]): Refusal | undefined {
  return reasons.find((reason) => reason !== undefined);
}
