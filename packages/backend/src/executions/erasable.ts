import type { FieldType } from "@airlock/flow";
import { recordedText, recordPosition } from "./record-sql.ts";

/** The field by which a person's executions are found, in one version. */
export interface ErasableField {
  /** Index in the version's application fields, from 1. */
  readonly position: number;
  readonly type: FieldType;
}

/**
 * SQL conditions on `executions` by which an erasure finds a person: the field has a value (`isPresent`), and its text is `value`, a number as
 * ClickHouse writes it, a Boolean or Date as callers do. The preview uses the same conditions.
 */
export function erasableValue({ position, type }: ErasableField): { readonly isPresent: string; readonly value: string } {
  const here = `record, ${recordPosition.application}, ${position}`;
  return {
    isPresent: `erased = 0 AND JSONType(${here}) NOT IN ('Null', 'NULL_VALUE')`,
    value: recordedText(type, here),
  };
}

const dayMillis = 86_400_000;

/**
 * A retention of `days` deletes executions that started before this time, in seconds since the epoch. Whole UTC days: a deletion rewrites the table,
 * and once a day is often enough.
 */
export function retentionCutoff(days: number, now: number): number {
  return Math.floor((now - days * dayMillis) / dayMillis) * (dayMillis / 1000);
}
