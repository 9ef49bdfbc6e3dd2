import type { FieldType } from "@airlock/flow";
import { recordedText, recordPosition } from "./record-sql.ts";

/** A version whose records have the field that a person's executions are found by. */
export interface ErasableField {
  /** In the version's application fields, from 1. */
  readonly position: number;
  readonly type: FieldType;
}

/**
 * Conditions on `executions` by which an erasure finds a person: the field had a value (`isPresent`), and its text is `value`, for a number
 * as ClickHouse writes it, for a Boolean or Date as callers do. The preview counts by the same.
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
 * A retention of `days` deletes executions that started before this time, in seconds since the epoch. Whole days of UTC: a table is
 * rewritten where something is deleted, and once a day is often enough for that.
 */
export function retentionCutoff(days: number, now: number): number {
  return Math.floor((now - days * dayMillis) / dayMillis) * (dayMillis / 1000);
}
