import type { EventFeatures } from "@airlock/model";
import { sqlText } from "../training/expressions.ts";
import { dayMillis } from "./event-rows.ts";

export interface Feature {
  readonly name: string;
  /** An aggregate over the events of one person: Float64, NaN if undefined. */
  readonly sql: string;
}

/**
 * The features of a person at `cutoff`, a column or a number. Each reads only events strictly before the cut-off: a feature that saw later events
 * would leak the target.
 */
export function featuresAt(cutoff: string, { windows, kinds, hasAmount }: EventFeatures): readonly Feature[] {
  const groups = [
    { name: "any event", where: "" },
    ...kinds.map((kind, place) => ({ name: `"${shortened(kind)}"`, where: ` AND kind = ${place}` })),
    { name: "other events", where: ` AND kind = ${kinds.length}` },
  ];
  const before = `at < ${cutoff}`;
  const features = groups.flatMap(({ name, where }): readonly Feature[] => [
    ...windows.flatMap((days): readonly Feature[] => {
      const within = `${before} AND at >= ${cutoff} - ${days * dayMillis}${where}`;
      return [
        { name: `${name}: count in ${days} days`, sql: `toFloat64(countIf(${within}))` },
        ...(hasAmount ? [{ name: `${name}: sum in ${days} days`, sql: `toFloat64(sumIf(amount, ${within}))` }] : []),
      ];
    }),
    { name: `${name}: days since the last`, sql: daysSince(cutoff, "maxIf", `${before}${where}`) },
  ]);
  return distinct([...features, { name: "days since the first event", sql: daysSince(cutoff, "minIf", before) }]);
}

function daysSince(cutoff: string, pick: "maxIf" | "minIf", where: string): string {
  return `if(countIf(${where}) = 0, nan, (${cutoff} - ${pick}(at, ${where})) / ${dayMillis}.)`;
}

/** SQL: the index of an event's kind, or the next index for all other kinds. */
export function kindOf({ kinds }: Pick<EventFeatures, "kinds">): string {
  if (kinds.length === 0) return "toUInt8(0)";
  const places = kinds.map((_, place) => String(place));
  return `toUInt8(transform(what, [${kinds.map(sqlText).join(", ")}], [${places.join(", ")}], ${kinds.length}))`;
}

const longestName = 60;

function shortened(kind: string): string {
  return kind.length <= longestName ? kind : `${kind.slice(0, longestName)}\u2026`.toWellFormed();
}

/** A model identifies its columns by name. */
function distinct(features: readonly Feature[]): readonly Feature[] {
  const seen = new Set<string>();
  return features.map((feature) => {
    let { name } = feature;
    for (let more = 2; seen.has(name); more += 1) name = `${feature.name} (${more})`;
    seen.add(name);
    return { ...feature, name };
  });
}
