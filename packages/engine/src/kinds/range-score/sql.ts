import type { SqlKind } from "../../sql/kind.ts";
import type { Numbers } from "../../sql/numbers.ts";
import { addPoints, pickFirst, tablePicker, type Picker } from "../../sql/scores.ts";
import type { Term } from "../../sql/terms.ts";
import type { NumberValue } from "../../sql/value.ts";
import type { Band, RangeScoreOperation } from "./operation.ts";

export const rangeScore: SqlKind<RangeScoreOperation> = {
  refuse: () => undefined,
  run: (operation, run, guard) => {
    const pick = bandPicker(run.numbers, run.memory.number(operation.scored), operation.bands);
    return addPoints(run, operation, pick, operation.bands, guard);
  },
};

/** With more bands than this, the matching band is found by a search, and its points and reason code in a table. */
const fewMatches = 12;

/**
 * [SC1] [SC2] A band is compared only with what the bands above it leave open: adjacent bands in ascending order need one comparison each.
 * Every comparison with NaN is false, so a missing value is in no band, provided that at least one comparison is made.
 */
function bandPicker(numbers: Numbers, scored: NumberValue, bands: readonly Band[]): Picker {
  if (bands.length > fewMatches) return searchPicker(numbers, scored, bands);
  const flags = bandFlags(numbers, scored, bands);
  return (values, otherwise) => pickFirst(numbers, flags, values, otherwise);
}

/**
 * For many bands: their bounds divide the numbers into segments, two for each bound (the bound itself, and the open interval up to the
 * next), and the band of each segment is known when the SQL is generated. The segment of a row is found by a search.
 */
function searchPicker(numbers: Numbers, scored: NumberValue, bands: readonly Band[]): Picker {
  const { terms } = numbers;
  const named = bands.flatMap(({ from, to }) => [from, to]).filter((bound) => bound !== undefined);
  const bounds = [...new Set([-Infinity, ...named])].sort((a, b) => a - b);
  const placed = bounds.flatMap((bound, index) => [firstBand(bands, bound, bound), firstBand(bands, bound, bounds[index + 1] ?? Infinity)]);
  const place = terms.call("count", "placeAmong", scored.term, ...bounds.map((bound) => terms.number(bound)));
  const picker = tablePicker(numbers, place);
  return (values, otherwise) =>
    picker(
      placed.map((band) => (band === undefined ? otherwise : (values[band] ?? otherwise))),
      otherwise,
    );
}

/** The first band that contains `from` itself, if `to` is the same, or else the interval between the two. */
function firstBand(bands: readonly Band[], from: number, to: number): number | undefined {
  const isPoint = from === to;
  const index = bands.findIndex((band) => {
    const min = band.from ?? -Infinity;
    const max = band.to ?? Infinity;
    const above = min < from || (min === from && (!isPoint || band.fromIncluded || band.from === undefined));
    const below = max > to || (max === to && (!isPoint || band.toIncluded || band.to === undefined));
    return above && below;
  });
  return index < 0 ? undefined : index;
}

function bandFlags({ terms }: Numbers, scored: NumberValue, bands: readonly Band[]): readonly Term[] {
  // Everything below this has been matched by the bands so far; `included`: the bound itself too.
  let covered: { readonly to: number; readonly included: boolean } | undefined;
  const value = scored.term;
  return bands.map((band) => {
    const from = band.from ?? -Infinity;
    const reaches = covered !== undefined && (from < covered.to || (from === covered.to && (covered.included || band.fromIncluded)));
    const asksFrom = band.from !== undefined && !reaches;
    const above = terms.compare(band.fromIncluded ? "greaterOrEquals" : "greater", value, terms.number(from));
    const below = terms.compare(band.toIncluded ? "lessOrEquals" : "less", value, terms.number(band.to ?? Infinity));
    const present = scored.mayBeMissing ? terms.compare("equals", value, value) : terms.always;
    const flags = [...(asksFrom ? [above] : []), ...(band.to === undefined ? [] : [below])];
    if (band.from === undefined || reaches) covered = furthest(covered, band);
    return flags.length === 0 ? present : terms.and(...flags);
  });
}

function furthest(covered: { readonly to: number; readonly included: boolean } | undefined, band: Band) {
  const to = band.to ?? Infinity;
  if (covered === undefined || to > covered.to) return { to, included: band.toIncluded };
  return { to: covered.to, included: covered.included || (to === covered.to && band.toIncluded) };
}
