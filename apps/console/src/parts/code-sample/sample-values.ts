import type { DatasetField, FieldType } from "@airlock/flow";

type SampleValue = number | string | boolean;

const samples: Record<FieldType, SampleValue> = { Integer: 123, Float: 123.45, String: "text", Boolean: true, Date: "2026-01-31" };

export function sampleValue(type: FieldType): SampleValue {
  return samples[type];
}

/** As a person would write it: 123, 123.45, 'text'. */
export function sampleText(type: FieldType): string {
  const value = sampleValue(type);
  return typeof value === "string" ? `'${value}'` : String(value);
}

/** A body that the version takes as it is. */
export function sampleBody(fields: readonly DatasetField[]): Record<string, SampleValue> {
  return Object.fromEntries(fields.map((field) => [field.name, sampleValue(field.type)]));
}
