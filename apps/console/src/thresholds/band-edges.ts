import type { RangeScoreItem, ThresholdChange } from "@airlock/flow";

/** A boundary between two bands, or the outer bound of one without a neighbour: one number with up to two paths in the definition. */
export interface Edge {
  readonly value: number;
  /** The upper bound of a band and the lower bound of the next. */
  readonly paths: readonly string[];
  /** It stays between its neighbours. */
  readonly min: number;
  readonly max: number;
}

/** The borders inside the range, in order. Bounds that are the ends of all bands stay where they are. */
export function edgesOf(ranges: readonly RangeScoreItem[], min: number, max: number): readonly Edge[] {
  const places = new Map<number, string[]>();
  const add = (text: string, path: string) => {
    if (text === "" || !Number.isFinite(Number(text))) return;
    places.set(Number(text), [...(places.get(Number(text)) ?? []), path]);
  };
  for (const [at, { rangeFrom, rangeTo }] of ranges.entries()) {
    add(rangeFrom, `ranges.${at}.rangeFrom`);
    add(rangeTo, `ranges.${at}.rangeTo`);
  }
  const values = [...places.keys()].toSorted((one, other) => one - other);
  return values.map((value, at) => ({
    value,
    paths: places.get(value) ?? [],
    min: values[at - 1] ?? Math.min(min, value),
    max: values[at + 1] ?? Math.max(max, value),
  }));
}

/** The changes that move an edge, limited by its neighbours: both bands follow. */
export function moveEdge(id: string, edge: Edge, to: number, step: number): readonly ThresholdChange[] {
  const room = step;
  const kept = Math.min(edge.max - room, Math.max(edge.min + room, Math.round(to / step) * step));
  const value = numberText(kept);
  return edge.paths.map((path) => ({ id, path, value }));
}

/** Every position that `moveEdge` returns for an edge, ascending. */
export function edgePositions({ min, max }: Edge, step: number): readonly string[] {
  const [first, last] = [min + step, max - step];
  const between = stepsFrom(Math.ceil(first / step) * step, last, step);
  return distinct([first, ...between, last].filter((position) => position >= first && position <= last));
}

/** Every position of a slider with these ends, as MUI rounds them, ascending. */
export function sliderPositions(min: number, max: number, step: number): readonly string[] {
  const decimals = (String(step).split(".")[1] ?? "").length;
  const rounded = stepsFrom(min, max, step).map((position) => Number(position.toFixed(decimals)));
  return distinct([min, ...rounded, max].filter((position) => position >= min && position <= max));
}

function stepsFrom(first: number, last: number, step: number): readonly number[] {
  const count = Math.max(0, Math.floor((last - first) / step + 1.5));
  return Array.from({ length: Math.min(count, 1000) }, (_, at) => first + at * step);
}

function distinct(positions: readonly number[]): readonly string[] {
  const texts = positions.map(numberText);
  return [...new Map(texts.map((text) => [Number(text), text])).values()].toSorted((one, other) => Number(one) - Number(other));
}

/** A number without an exponent and without floating-point noise. */
export function numberText(value: number): string {
  return Number(value.toPrecision(12)).toFixed(12).replace(/0+$/, "").replace(/\.$/, "");
}

/** A noticeable slider step: a round number between a hundredth and a five hundredth of the range. */
export function stepFor(min: number, max: number): number {
  const rough = (max - min) / 200;
  if (!(rough > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((nice) => nice * power >= rough) ?? 10;
  return Number((step * power).toPrecision(6));
}
