import type { DatasetField, FieldType } from "@airlock/flow";

const samples: Record<FieldType, number | string> = { Integer: 123, Float: 123.45, String: "text" };

export function sampleValue(type: FieldType): number | string {
  return samples[type];
}

/** As a person would write it: 123, 123.45, 'text'. */
export function sampleText(type: FieldType): string {
  const value = sampleValue(type);
  return typeof value === "string" ? `'${value}'` : String(value);
}

/** A body that the version takes as it is. */
export function sampleBody(fields: readonly DatasetField[]): Record<string, number | string> {
  return Object.fromEntries(fields.map((field) => [field.name, sampleValue(field.type)]));
}
