import type { Band, ListEntry } from "../program/program.ts";
import type { Numbers } from "./numbers.ts";
import type { Branch, Term } from "./terms.ts";
import type { NumberValue, SlotValue } from "./value.ts";

/** Picks the value of the first band or entry that matches, else the last one given. */
export type Picker = (values: readonly Term[], otherwise: Term) => Term;

/** With more bands than this, which one matches is searched for and its points and reason code are looked up in a table. */
const fewMatches = 12;

/**
 * [SC1] [SC2] A band is asked only about what the bands above it leave open: bands that stand in a row from below need one compare
 * each. NaN is before and after nothing, so a missing value is in no band, as long as one compare is asked.
 */
export function bandPicker(numbers: Numbers, scored: NumberValue, bands: readonly Band[]): Picker {
  if (bands.length > fewMatches) return searchPicker(numbers, scored, bands);
  const flags = bandFlags(numbers, scored, bands);
  return (values, otherwise) => pickFirst(numbers, flags, values, otherwise);
}

/**
 * For many bands: their bounds cut the numbers into places, two for each bound (the bound itself, and what lies between it and the
 * next), and which band a place belongs to is known before any row is seen. A row's place is found by a search.
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

/** The first band that holds `from` itself, where `to` is the same, or else what lies between the two. */
function firstBand(bands: readonly Band[], from: number, to: number): number | undefined {
  const isPoint = from === to;
  const index = bands.findIndex((band) => {
    const least = band.from ?? -Infinity;
    const most = band.to ?? Infinity;
    const above = least < from || (least === from && (!isPoint || band.fromIncluded || band.from === undefined));
    const below = most > to || (most === to && (!isPoint || band.toIncluded || band.to === undefined));
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

/** [SC1] [SC2] The first entry with the value; a missing value is equal to no entry. */
export function listPicker(numbers: Numbers, scored: SlotValue, entries: readonly ListEntry[]): Picker {
  const { terms } = numbers;
  const keys = entries.map(({ value }) => (typeof value === "string" ? terms.text(value) : terms.number(value)));
  if (keys.length <= fewEntries || scored.term.kind === "literal") {
    const flags = keys.map((key) => terms.compare("equals", scored.term, key));
    return (values, otherwise) => pickFirst(numbers, flags, values, otherwise);
  }
  // The look-up wants each value once: the first entry with it is the one that counts.
  const firsts = new Map<Term, number>();
  for (const [index, key] of keys.entries()) if (!firsts.has(key)) firsts.set(key, index);
  const place = terms.call("count", "placeIn", scored.term, ...firsts.keys());
  const picker = tablePicker(numbers, place);
  return (values, otherwise) =>
    picker(
      [...firsts.values()].map((index) => values[index] ?? otherwise),
      otherwise,
    );
}

/** From this many entries on a look-up is quicker than one compare after the other. */
const fewEntries = 3;

function pickFirst({ terms }: Numbers, flags: readonly Term[], values: readonly Term[], otherwise: Term): Term {
  return terms.chooseFirst(
    flags.map((when, index): Branch => ({ when, gives: values[index] ?? otherwise })),
    otherwise,
  );
}

function tablePicker({ terms }: Numbers, place: Term): Picker {
  return (values, otherwise) => {
    const open = values.flatMap((value, index): Branch[] =>
      value === otherwise ? [] : [{ when: terms.compare("equals", place, terms.count(index + 1)), gives: value }],
    );
    if (open.length <= fewChoices) return terms.chooseFirst(open, otherwise);
    return terms.call(otherwise.type, "pick", place, otherwise, ...values);
  };
}

/** Up to here compares are quicker than looking the value up by its place. */
const fewChoices = 8;
