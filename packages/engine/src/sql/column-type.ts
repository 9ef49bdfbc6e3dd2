/** What ClickHouse calls a column's type, as far as a field can be read from it. */
export type ColumnType =
  | { readonly kind: "whole"; readonly nullable: boolean; readonly bits: number }
  | { readonly kind: "double" | "single" | "decimal"; readonly nullable: boolean }
  | { readonly kind: "text" | "label" | "truth" | "day"; readonly nullable: boolean };

const wrapped = /^(Nullable|LowCardinality)\((.*)\)$/;
const whole = /^U?Int(8|16|32|64|128|256)$/;

/** Undefined for a type that no field is read from: times, arrays and the like need a cast in a view of the table. */
export function readColumnType(text: string): ColumnType | undefined {
  let name = text.trim();
  let nullable = false;
  let isLabel = false;
  for (let match = wrapped.exec(name); match !== null; match = wrapped.exec(name)) {
    if (match[1] === "Nullable") nullable = true;
    else isLabel = true;
    name = match[2] ?? "";
  }
  const bits = whole.exec(name)?.[1];
  if (bits !== undefined) return { kind: "whole", nullable, bits: Number(bits) };
  if (name === "Float64") return { kind: "double", nullable };
  if (name === "Float32") return { kind: "single", nullable };
  if (/^Decimal(32|64|128|256)?\(/.test(name)) return { kind: "decimal", nullable };
  if (name === "String") return { kind: isLabel ? "label" : "text", nullable };
  if (/^Enum(8|16)?\(/.test(name)) return { kind: "label", nullable };
  if (name === "Bool") return { kind: "truth", nullable };
  if (name === "Date" || name === "Date32") return { kind: "day", nullable };
  return undefined;
}
