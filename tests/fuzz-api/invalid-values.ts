import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";
import type { Schema } from "./schema.ts";
import { texts, validValues, type ExistingId } from "./valid-values.ts";

const wrongTypes = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 0.5, 1e308, "", "text", [], [null], {}, { a: 1 }),
  fc.jsonValue({ maxDepth: 2 }),
);
const notATime = fc.constantFrom(
  "2026-13-45T00:00:00Z",
  "2026-02-30T00:00:00Z",
  "now",
  "2026-01-01 00:00",
  "0",
  "+275760-09-13T00:00:00.001Z",
);
/** Larger bodies are refused for their size. */
const longest = 100_000;

/**
 * Values with one mistake, anywhere in them; undefined if the schema allows everything. A mistake may be allowed by another branch of `anyOf`, so
 * the caller filters.
 */
export function invalidValues(schema: Schema, existingId: ExistingId): Arbitrary<unknown> | undefined {
  const choices = schema.anyOf ?? schema.oneOf;
  const inner = choices?.map((choice) => invalidValues(choice, existingId)) ?? [deeper(schema, existingId)];
  const mistakes = inner.filter((mistake) => mistake !== undefined);
  const here = violations(schema);
  if (here.length === 0 && mistakes.length === 0 && schema.type === undefined) return undefined;
  const ofHere = here.length === 0 ? [] : [{ weight: 1, arbitrary: fc.oneof(...here) }];
  const ofType = schema.type === undefined ? [] : [{ weight: 1, arbitrary: wrongTypes }];
  return fc.oneof(...ofHere, ...ofType, ...mistakes.map((arbitrary) => ({ weight: 4, arbitrary })));
}

/** Valid but for one element or property. */
function deeper(schema: Schema, existingId: ExistingId): Arbitrary<unknown> | undefined {
  const { items, properties = {}, required = [], additionalProperties } = schema;
  if (items !== undefined) {
    const mistake = invalidValues(items, existingId);
    const valid = validValues(schema, existingId) as Arbitrary<unknown[]>;
    return mistake && fc.tuple(valid, mistake, fc.nat()).map(([list, wrong, at]) => list.toSpliced(at % (list.length + 1), 1, wrong));
  }
  if (schema.type !== "object") return undefined;
  const ofProperties = Object.entries(properties).flatMap(([name, inner]) => {
    const mistake = invalidValues(inner, existingId);
    return mistake === undefined ? [] : [mistake.map((wrong) => (object: object) => ({ ...object, [name]: wrong }))];
  });
  const without = required.map((name) =>
    fc.constant((object: object) => Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))),
  );
  const extra = fc.dictionary(texts(0, 50), fc.jsonValue({ maxDepth: 1 }), { minKeys: 1, maxKeys: 3 });
  const undeclared = additionalProperties === false ? [extra.map((more) => (object: object) => ({ ...more, ...object }))] : [];
  const changes = [...ofProperties, ...without, ...undeclared];
  const valid = validValues(schema, existingId) as Arbitrary<object>;
  return changes.length === 0 ? undefined : fc.tuple(valid, fc.oneof(...changes)).map(([object, change]) => change(object));
}

/** Values of the right type that break a limit. */
function violations(schema: Schema): Arbitrary<unknown>[] {
  const { minLength = 0, maxLength = longest, minimum, maximum, exclusiveMinimum, multipleOf, minItems = 0, maxItems = longest } = schema;
  const found: Arbitrary<unknown>[] = [];
  if (schema.enum !== undefined || schema.const !== undefined) found.push(texts(0, 40));
  if (minLength > 0) found.push(fc.constant("a".repeat(minLength - 1)));
  if (maxLength < longest) found.push(fc.constantFrom("a", "𒀀").map((character) => character.repeat(maxLength + 1)));
  if (schema.pattern !== undefined || schema.allOf !== undefined) found.push(texts(0, Math.min(maxLength, 300)), fc.constant("\u0000"));
  if (schema.format === "date-time" || schema.format === "date") found.push(notATime, texts(0, 40));
  if (schema.format === "email") found.push(texts(0, 40));
  if (minimum !== undefined) found.push(fc.constant(minimum - 1));
  if (exclusiveMinimum !== undefined) found.push(fc.constantFrom(exclusiveMinimum, exclusiveMinimum - 1));
  if (maximum !== undefined) found.push(fc.constantFrom(maximum + 1, 1e308));
  if (multipleOf !== undefined) found.push(fc.constant(multipleOf * 1.5));
  if (schema.type === "integer") found.push(fc.double({ noNaN: true, noDefaultInfinity: true }));
  if (minItems > 0) found.push(fc.constant([]));
  if (maxItems <= 1000) found.push(fc.constantFrom(null, "a", 1).map((item) => Array.from({ length: maxItems + 1 }, () => item)));
  return found;
}
