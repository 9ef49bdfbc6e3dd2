import { modelCallOf, type SqlModel, type SqlModelColumn, type SqlModelGroup, type SqlModels } from "./models.ts";
import { quoteNumber, quoteText } from "./quote.ts";
import type { Call } from "./terms.ts";

/** Leaves of a tree in the tables: one for each bit of a word. */
const leavesPerTree = 32;

/** `columns` are the arguments as SQL that may be repeated at will. */
export function writeModelCall({ name, args }: Call, columns: readonly string[], models: SqlModels): string {
  const call = modelCallOf(name, models);
  if (call.kind === "raw") return writeRaw(call.model, call.output, columns);
  return writePlace(call.column, columns[0] ?? "nan", args[0]?.type === "text");
}

/** A model without a flow: the indexes of its columns, and its raw scores computed from those. */
export function modelSql(model: SqlModel, inputs: ReadonlyMap<string, { readonly sql: string; readonly type: "number" | "text" }>) {
  return {
    places: model.columns.map((column) => {
      const input = inputs.get(column.name);
      return input === undefined ? String(column.missing) : writePlace(column, input.sql, input.type === "text");
    }),
    raw: (places: readonly string[]): readonly string[] => model.outputs.map((_, output) => writeRaw(model, output, places)),
  };
}

function writePlace(column: SqlModelColumn, value: string, isText: boolean): string {
  if (column.kind === "category") return isText ? placeOfText(column.values, value) : placeOfNumber(column.values, value);
  // roundDown needs a non-empty array: -inf comes first, a bound that every number has passed.
  const bounds = `[-inf, ${column.bounds.map(quoteNumber).join(", ")}]`;
  const passed = `transform(roundDown(${value}, ${bounds}), ${bounds}, [${["0", ...column.bounds.map((_, at) => String(at + 1))].join(", ")}], 0)`;
  const place = column.reached ? passed : `minus(${passed}, equals(roundDown(${value}, ${bounds}), ${value}))`;
  return `if(isNaN(${value}), ${column.missing}, ${place})`;
}

function placeOfText(values: readonly string[], value: string): string {
  return values.length === 0
    ? "0"
    : `transform(${value}, [${values.map(quoteText).join(", ")}], [${values.map((_, at) => at + 1).join(", ")}], 0)`;
}

/** A number is compared in its canonical notation: values in another notation can never match. */
function placeOfNumber(values: readonly string[], value: string): string {
  const known = values.flatMap((text, at) =>
    String(Number(text)) === text && Number.isFinite(Number(text)) ? [{ number: Number(text), place: at + 1 }] : [],
  );
  if (known.length === 0) return "0";
  const numbers = known.map(({ number }) => quoteNumber(number)).join(", ");
  return `if(isNaN(${value}), 0, transform(${value}, [${numbers}], [${known.map(({ place }) => place).join(", ")}], 0))`;
}

/** Tree after tree, in the library's order of addition: each group starts with the sum of the previous ones. */
function writeRaw({ outputs }: SqlModel, output: number, places: readonly string[]): string {
  const groups = outputs[output] ?? [];
  return (
    groups.reduce<string | undefined>((before, group) => {
      const values = writeLeaves(group, places);
      return before === undefined ? `arraySum(${values})` : `arraySum(arrayPushFront(${values}, ${before}))`;
    }, undefined) ?? "0."
  );
}

function writeLeaves({ trees, words, leaves }: SqlModelGroup, places: readonly string[]): string {
  const width = trees * 4;
  const parts = words.map((bytes, column) => {
    const list = `arrayMap(i -> substring(base64Decode('${toBase64(bytes)}'), plus(multiply(i, ${width}), 1), ${width}), range(${bytes.length / width}))`;
    return `arrayElement(CAST(${list}, 'Array(FixedString(${width}))'), plus(${places[column] ?? "0"}, 1))`;
  });
  // Trees of one leaf use no column.
  const left = parts.length === 0 ? `repeat('\\xFF', ${width})` : parts.reduce((all, part) => `bitAnd(${all}, ${part})`);
  const starts = Array.from({ length: trees }, (_, tree) => tree * leavesPerTree).join(", ");
  const leaf = "plus(o, bitCount(bitXor(w, minus(w, 1))))";
  const found = `transform(toUInt16(${leaf}), [${leaves.map((_, at) => at + 1).join(", ")}], [${leaves.map(quoteNumber).join(", ")}], 0.)`;
  return `arrayMap((w, o) -> ${found}, reinterpret(${left}, 'Array(UInt32)'), CAST([${starts}], 'Array(UInt16)'))`;
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".split("");
/** Two letters for each twelve bits. */
const pairs = letters.flatMap((first) => letters.map((second) => first + second));
const written = new WeakMap<Uint8Array, string>();

/** Implemented here, because an engine without I/O has no Buffer. The same words are written for every range of rows. */
function toBase64(bytes: Uint8Array): string {
  const known = written.get(bytes);
  if (known !== undefined) return known;
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const bits = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += (pairs[bits >> 12] ?? "") + (pairs[bits & 4095] ?? "");
  }
  const lacking = (3 - (bytes.length % 3)) % 3;
  const padded = text.slice(0, text.length - lacking) + "=".repeat(lacking);
  written.set(bytes, padded);
  return padded;
}
