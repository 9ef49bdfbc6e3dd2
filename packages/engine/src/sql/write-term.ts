import { capitals, smalls, whiteSpace } from "../formula/letters.ts";
import { isModelCall, type SqlModels } from "./models.ts";
import { stepOf } from "./numbers.ts";
import { quoteNumber, quoteText } from "./quote.ts";
import type { Call, Term } from "./terms.ts";
import { floatLimit } from "./value.ts";
import { writeModelCall } from "./write-model.ts";

/**
 * How the step of [NU2] is found: `quick` by compares, which the database compiles to machine code but plans for long; `short` by a
 * search in a table, which is planned four times as fast and runs a third as fast.
 */
type StepStyle = "quick" | "short";

export interface WritingStyle {
  readonly step: StepStyle;
  readonly models: SqlModels;
}

type Write = (args: readonly string[], style: WritingStyle) => string;

const bounds = Array.from({ length: 12 }, (_, index) => Number(`1e${index + 3}`));

const quickStep = (m: string): string =>
  `multiIf(${bounds.map((bound) => `less(${m}, ${quoteNumber(bound)}), ${quoteNumber(stepOf(bound / 10))}`).join(", ")}, less(${m}, ${quoteNumber(floatLimit)}), 1., nan)`;
const shortStep = (m: string): string =>
  `if(less(${m}, ${quoteNumber(floatLimit)}), divide(1e14, roundDown(${m}, [100., ${bounds.map(quoteNumber).join(", ")}])), nan)`;

const bits = (a: string): string => `reinterpretAsUInt64(${a})`;
const parseNumber = (text: string, pattern: string): string =>
  `toFloat64OrDefault(if(match(ifNull(${text}, ''), '${pattern}'), ifNull(${text}, ''), ''), nan)`;

/** Flags are 0 or 1, so bitwise operations are equivalent; the optimiser spends very long on the database's own AND and OR. */
const bitwise = (name: "bitAnd" | "bitOr", args: readonly string[]): string => args.reduce((joined, arg) => `${name}(${joined}, ${arg})`);

const spaces = `[${whiteSpace.map(([from, to]) => `\\\\x{${from.toString(16)}}-\\\\x{${to.toString(16)}}`).join("")}]+`;

/** Calls that are not a function of the database by their own name. None of them can throw, whatever a row contains. */
const special: Readonly<Record<string, Write>> = {
  and: (args) => bitwise("bitAnd", args),
  or: (args) => bitwise("bitOr", args),
  not: ([flag = ""]) => `bitXor(${flag}, 1)`,
  step: ([m = ""], { step }) => (step === "quick" ? quickStep(m) : shortStep(m)),
  placeIn: ([value = "", ...keys]) => `transform(${value}, [${keys.join(", ")}], [${keys.map((_, index) => index + 1).join(", ")}], 0)`,
  // 1 and 2 for the first bound (it, and what follows it), 3 and 4 for the second, and so on; 0 for a missing value.
  placeAmong: ([value = "", ...bounds]) => {
    const bound = `roundDown(${value}, [${bounds.join(", ")}])`;
    const even = bounds.map((_, index) => 2 * index + 2).join(", ");
    return `minus(transform(${bound}, [${bounds.join(", ")}], [${even}], 0), equals(${bound}, ${value}))`;
  },
  pick: ([place = "", ...values]) => `arrayElement([${values.join(", ")}], plus(${place}, 1))`,
  // A double is sign, exponent and mantissa; these three are exact, and no row contains a number outside the normal range.
  mantissa: ([a = ""]) => `reinterpretAsFloat64(bitOr(bitAnd(${bits(a)}, 4503599627370495), 4607182418800017408))`,
  exponent: ([a = ""]) => `minus(toFloat64(bitAnd(bitShiftRight(${bits(a)}, 52), 2047)), 1023.)`,
  twoTo: ([n = ""]) => `reinterpretAsFloat64(bitShiftLeft(toUInt64(plus(if(less(abs(${n}), 1000.), ${n}, 0.), 1023.)), 52))`,
  label: ([column = ""]) => `CAST(${column}, 'String')`,
  nullableLabel: ([column = ""]) => `CAST(${column}, 'Nullable(String)')`,
  orMissing: ([column = ""]) => `ifNull(${column}, nan)`,
  orMissingText: ([column = ""]) => `ifNull(${column}, '\\xFF')`,
  isEmptyText: ([column = ""]) => `ifNull(equals(${column}, ''), 0)`,
  throughText: ([column = ""]) => `toFloat64OrDefault(ifNull(toString(${column}), ''), nan)`,
  integerText: ([column = ""]) => parseNumber(column, "^-?[0-9]{1,20}$"),
  floatText: ([column = ""]) => parseNumber(column, "^-?[0-9]{1,20}(\\\\.[0-9]{1,40})?$"),
  // In UTF-16 units; there are never fewer bytes, so only the longest texts are measured.
  isLongText: ([text = "", max = ""]) => {
    const long = `if(greater(length(${text}), ${max}), ${text}, '')`;
    return `greater(plus(lengthUTF8(${long}), countMatches(${long}, '[\\\\x{10000}-\\\\x{10FFFF}]')), ${max})`;
  },
  // Both names are literals, which are quoted.
  listValue: ([table = "", column = "", key = ""]) => `joinGet(${table}, ${column}, ${key})`,
  containsText: ([text = "", part = ""]) => `greater(position(${text}, ${part}), 0)`,
  labelText: ([column = ""]) => `ifNull(CAST(${column}, 'Nullable(String)'), '')`,
  truthText: ([text = ""]) => `transform(${text}, ['false', 'true'], [0., 1.], nan)`,
  // Empty for a text that is not written as a day is.
  dayText: ([text = ""]) => `if(match(${text}, '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'), ${text}, '')`,
  yearOf: ([text = ""]) => `toFloat64(toUInt16OrZero(substring(${text}, 1, 4)))`,
  monthOf: ([text = ""]) => `toFloat64(toUInt8OrZero(substring(${text}, 6, 2)))`,
  dayOf: ([text = ""]) => `toFloat64(toUInt8OrZero(substring(${text}, 9, 2)))`,
  dayNumber: ([column = ""]) => `toFloat64(toInt32(${column}))`,
  // The database's own functions depend on its version of Unicode.
  lowerText: ([text = ""]) => `translateUTF8(${text}, ${quoteText(capitals)}, ${quoteText(smalls)})`,
  upperText: ([text = ""]) => `translateUTF8(${text}, ${quoteText(smalls)}, ${quoteText(capitals)})`,
  trimText: ([text = ""]) => `replaceRegexpAll(${text}, '^${spaces}|${spaces}$', '')`,
  textLength: ([text = ""]) => `toFloat64(lengthUTF8(${text}))`,
  withoutZeros: ([list = ""]) => `arrayFilter(x -> notEquals(x, 0), ${list})`,
  noText: () => "CAST(NULL, 'Nullable(String)')",
  noNumber: () => "CAST(NULL, 'Nullable(Float64)')",
  orNull: ([value = ""]) => `if(notEquals(${value}, ${value}), NULL, ${value})`,
  orNullText: ([text = ""]) => `nullIf(${text}, '\\xFF')`,
};

/** Large enough to always be a column, however often it is used. */
const modelSize = 1_000;

/** About how much a call writes beside its arguments. */
export function ownSize({ name, args }: Call, { step }: WritingStyle): number {
  if (name === "step") return step === "quick" ? 2 * bounds.length : 5;
  if (isModelCall(name)) return modelSize;
  return name === "mantissa" || name === "exponent" || name === "twoTo" ? 6 : 1 + Math.max(0, args.length - 2);
}

/** How often the SQL of a call repeats an argument. */
export function repeats({ name }: Call, { step }: WritingStyle): number {
  if (name === "step") return step === "quick" ? bounds.length + 1 : 2;
  if (name === "dayText") return 2;
  if (name === "isLongText" || name === "integerText" || name === "floatText") return 4;
  return name === "orNull" || name === "placeAmong" ? 3 : name === "twoTo" ? 2 : 1;
}

/** Writes a term; terms that have a name in `columnOf` are written as that column. */
export function writeTerm(term: Term, style: WritingStyle, columnOf: (term: Term) => string | undefined): string {
  const column = columnOf(term);
  if (column !== undefined) return column;
  if (term.kind === "column") return term.name;
  if (term.kind === "literal") return writeLiteral(term);
  const args = term.args.map((arg) => writeTerm(arg, style, columnOf));
  if (isModelCall(term.name)) return writeModelCall(term, args, style.models);
  return special[term.name]?.(args, style) ?? `${term.name}(${args.join(", ")})`;
}

function writeLiteral({ type, value }: Extract<Term, { readonly kind: "literal" }>): string {
  if (typeof value === "string") return quoteText(value);
  if (typeof value === "boolean") return value ? "1" : "0";
  return type === "number" ? quoteNumber(value) : String(value);
}
