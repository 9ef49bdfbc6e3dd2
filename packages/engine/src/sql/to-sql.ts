import type { Definition } from "@airlock/flow";
import { compile, compileFrozen } from "../compile/compile.ts";
import { planOf } from "../compile/plan.ts";
import type { Program } from "../program/program.ts";
import { readField, type FieldInput, type SqlInput } from "./inputs.ts";
import type { SqlLayout } from "./layout.ts";
import { arrangeLevels, countSteps } from "./levels.ts";
import type { SqlLists } from "./lists.ts";
import type { KnownScore, SqlModels } from "./models.ts";
import { Numbers } from "./numbers.ts";
import { collectOutputs, problemColumns } from "./outputs.ts";
import { refuse, type SqlRefusal } from "./refusal.ts";
import { sqlKindOf } from "./registry.ts";
import { runOnTerms } from "./run.ts";
import { querySettings, type SqlSettings } from "./settings.ts";
import { Terms, type Term } from "./terms.ts";
import { heldAs } from "./value.ts";
import { writeQuery, type SqlRange, type SqlStage, type SqlTable, type Staging } from "./write-query.ts";

export interface SqlSource {
  readonly table: SqlTable;
  /** The column that identifies rows; it is returned with each row. */
  readonly key: string;
  /** By the key of an application field; a field that is not here is missing in every row. */
  readonly inputs: ReadonlyMap<string, SqlInput>;
  /** By node: columns with a prediction's score, computed from the same inputs by the same model. */
  readonly scores?: ReadonlyMap<string, KnownScore>;
}

export interface SqlOptions {
  /** The number a definition was frozen with. It is then not validated again. Without it, the definition is validated. */
  readonly behaviour?: number;
  /** Only this number of rows, the first by key. */
  readonly limit?: number;
  /** Only rows whose key is a number from this one on and below that one. */
  readonly range?: SqlRange;
  /** Also return the application values as the flow read them. */
  readonly applicationData?: boolean;
  /** Also return the scores of predictions whose inputs are application fields only. */
  readonly scores?: boolean;
  readonly models?: SqlModels;
  /** The tables of the lists that the flow uses. */
  readonly lists?: SqlLists;
  readonly staging?: Partial<Staging>;
  /**
   * The expected number of rows, if known: for many rows the query is slower to plan and faster per row. Defaults to `limit`; without
   * either, many are assumed.
   */
  readonly rows?: number;
}

/** A flow as SQL: `create` every stage in order, run `sql`, `drop` every stage; all in one session while stages are temporary. */
export interface SqlQuery {
  readonly ok: true;
  readonly stages: readonly SqlStage[];
  readonly sql: string;
  /** Must be sent with every statement, not inside it: some decide how the text itself is parsed. */
  readonly settings: SqlSettings;
  readonly layout: SqlLayout;
}

/** From this many rows on, compiling expressions is worth the second or so that it takes. */
const manyRows = 2_000_000;
/** A flow with more Float operations than this takes too long to plan and compile in the fast style, however many rows. */
const maxQuickSteps = 100;

/**
 * Few rows are kept in memory between stages; many are streamed through views, and stored on disk where views would be nested too deeply.
 */
const inMemory = { levels: 20, tableEvery: 1, engine: "Memory" } as const;
const streamed = { levels: 32, tableEvery: 3, engine: "MergeTree ORDER BY tuple()" } as const;

/** Makes ClickHouse SQL of a flow without web calls. What cannot become SQL is refused with a reason; nothing is thrown. */
export function toSql(definition: Definition, source: SqlSource, options: SqlOptions = {}): SqlQuery | SqlRefusal {
  const compiled = options.behaviour === undefined ? compile(definition) : compileFrozen(definition, options.behaviour);
  if (!compiled.ok) return refuse("NOT_RUNNABLE", compiled.findings[0]?.message ?? "The flow has errors.");
  const { program } = planOf(compiled.plan);
  const models: SqlModels = options.models ?? new Map();
  if (options.limit !== undefined && !(Number.isSafeInteger(options.limit) && options.limit >= 0)) {
    return refuse("INPUT", "The limit must be a whole number of rows.");
  }
  if (options.range !== undefined && ![options.range.from, options.range.to].every((end) => Number.isSafeInteger(end) && end >= 0)) {
    return refuse("INPUT", "A range goes from one whole number to another.");
  }
  const lists: SqlLists = options.lists ?? new Map();
  const refusal = refuseLists(program, lists) ?? refuseNodes(program, models, source) ?? refuseTexts(definition, source);
  if (refusal !== undefined) return refusal;

  const numbers = new Numbers(new Terms());
  const inputs: FieldInput[] = [];
  const columns = new Map<Term, string>();
  for (const [index, field] of definition.applicationDatasetFields.entries()) {
    const from = source.inputs.get(field.key);
    const read = readField(numbers, field, from, `s${index}`);
    if (!read.ok) return refuse("INPUT", read.reason);
    inputs.push(read.input);
    if (read.input.column !== undefined) columns.set(read.input.column.term, read.input.column.name);
  }

  const problems = problemColumns(numbers, inputs);
  const mayStart = numbers.terms.and(...problems.map((column) => numbers.terms.compare("equals", column, numbers.terms.count(0))));
  const values = program.slots.map((slot) => inputs[slot.index]?.value ?? startValue(numbers, slot.type));
  const known = new Map(
    [...(source.scores ?? [])].map(([nodeId, { score, taken }], at) => {
      const column = (type: "number" | "count", name: string, from: string): Term => {
        const term = numbers.terms.column(type, name);
        columns.set(term, from);
        return term;
      };
      return [
        nodeId,
        { score: column("number", `known${at}`, score), taken: taken === undefined ? undefined : column("count", `class${at}`, taken) },
      ];
    }),
  );
  const ran = runOnTerms(numbers, program, values, mayStart, { models, known }, lists);
  const kept = { application: options.applicationData === true, scores: options.scores === true };
  const { layout, terms, parts } = collectOutputs(numbers, program, inputs, problems, ran, kept);

  const outputs = [...terms.values()];
  const isLarge = (options.rows ?? options.limit ?? Infinity) >= manyRows;
  const style = { step: isLarge && countSteps(outputs) <= maxQuickSteps ? "quick" : "short", models } as const;
  const levels = arrangeLevels(outputs, parts, style);
  const used = new Map([...columns].filter(([column]) => levels.lastRead.has(column)));
  const staging: Staging = { temporary: true, prefix: "airlock_stage_", ...(isLarge ? streamed : inMemory), ...options.staging };
  const rows = { limit: options.limit, range: options.range };
  const written = writeQuery({ table: source.table, key: source.key, columns: used, ...rows }, levels, terms, style, staging);
  return { ok: true, ...written, settings: querySettings(levels.levels.length, isLarge, written), layout };
}

function startValue(numbers: Numbers, type: Program["slots"][number]["type"]) {
  if (type !== "String") return numbers.missing(heldAs(type));
  return { kind: "text", term: numbers.terms.missingText, mayBeMissing: true } as const;
}

function refuseLists({ lists }: Program, tables: SqlLists): SqlRefusal | undefined {
  const missing = lists.find(({ listId }) => !tables.has(listId));
  return missing && refuse("LIST", `The list '${missing.name}' has no version in effect.`);
}

function refuseNodes({ nodes }: Program, models: SqlModels, { scores }: SqlSource): SqlRefusal | undefined {
  for (const { id, label, operation } of nodes) {
    const refusal = sqlKindOf(operation.kind).refuse(operation, { label }, { models, isScored: scores?.has(id) === true });
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** A lone surrogate cannot be encoded as UTF-8, so two different ones could not be distinguished. */
function refuseTexts(definition: Definition, { table, key, inputs, scores }: SqlSource): SqlRefusal | undefined {
  const names = [
    table.database ?? "",
    table.name,
    key,
    ...[...inputs.values()].flatMap((input) => ("column" in input ? [input.column] : [])),
    ...[...(scores ?? [])].flatMap(([, { score, taken = "" }]) => [score, taken]),
  ];
  if (!names.every((name) => name.isWellFormed())) return refuse("TEXT", "The name of a table or column holds half a character.");
  if (!isWellFormed(definition)) return refuse("TEXT", "A text in the flow holds half a character.");
  return undefined;
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  return typeof value !== "object" || value === null || Object.values(value).every(isWellFormed);
}
