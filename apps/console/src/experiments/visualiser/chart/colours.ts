import { notDecided } from "@airlock/contract/comparison-outcome";
import type { Channel } from "./chart-spec.ts";
import { isStep, middleOf, type Cell, type Mark } from "./marks.ts";
import { shownText } from "../field-kind.ts";
import { missing, valueText } from "./scale.ts";
import { outcomeColours } from "../../../ui/outcome/outcome-colours.ts";

/** A custom property of the look. */
export type Token = `--al-${string}`;

export interface LegendItem {
  readonly token: Token;
  readonly text: string;
  readonly count: number;
}

export interface Colours {
  readonly of: (color: Cell) => Token;
  readonly legend: readonly LegendItem[];
}

const inOrder: readonly Token[] = ["--al-chart-1", "--al-chart-2", "--al-chart-3", "--al-chart-4", "--al-chart-5", "--al-chart-6"];
const steps: readonly Token[] = ["--al-heat-1", "--al-heat-2", "--al-heat-3", "--al-heat-4", "--al-heat-5"];
const rest: Token = "--al-neutral";

function textOf(field: string, color: Cell): string {
  if (color === null) return missing;
  if (isStep(color)) return `${valueText(color[0])} to ${valueText(color[1])}`;
  return typeof color === "number" ? valueText(color) : shownText(field, color);
}

/** Values that are not an outcome: grey, and last. */
const withoutAnswer: readonly string[] = [missing, notDecided];

/** A colour for each value: outcomes their own, the others by how often they are there. Outcomes come first, from good to bad. */
export function tokensOf(counts: ReadonlyMap<string, number>): ReadonlyMap<string, Token> {
  const known = outcomeColours.flatMap(({ words, token }) =>
    [...counts.keys()].filter((value) => words.test(value)).map((value) => [value, token] as const),
  );
  const tokens = new Map<string, Token>(known);
  const taken = new Set(tokens.values());
  const free = inOrder.filter((token) => !taken.has(token));
  const often = [...counts]
    .filter(([value]) => !tokens.has(value) && !withoutAnswer.includes(value))
    .toSorted(([, one], [, other]) => other - one);
  for (const [index, [value]] of often.entries()) tokens.set(value, free[index] ?? rest);
  for (const value of withoutAnswer) if (counts.has(value)) tokens.set(value, rest);
  return tokens;
}

function byValue(marks: readonly Mark[], field: string): Colours {
  const counts = new Map<string, number>();
  for (const { color, count } of marks) {
    const text = textOf(field, color);
    counts.set(text, (counts.get(text) ?? 0) + count);
  }
  const tokens = tokensOf(counts);
  const isOutcome = (value: string) => outcomeColours.some(({ words }) => words.test(value));
  const shown = [...tokens].filter(([, token]) => token !== rest);
  // Numbers and codes are found by their order; outcomes have their own.
  const inTurn = shown.every(([value]) => isOutcome(value))
    ? shown
    : shown.toSorted(([one], [other]) => one.localeCompare(other, "en", { numeric: true }));
  const legend = inTurn.map(([text, token]) => ({ token, text, count: counts.get(text) ?? 0 }));
  const others = [...tokens].filter(([value, token]) => token === rest && !withoutAnswer.includes(value));
  if (others.length > 0) {
    const count = others.reduce((sum, [value]) => sum + (counts.get(value) ?? 0), 0);
    legend.push({ token: rest, text: `${others.length} more`, count });
  }
  for (const text of withoutAnswer) if (counts.has(text)) legend.push({ token: rest, text, count: counts.get(text) ?? 0 });
  return { of: (color) => tokens.get(textOf(field, color)) ?? rest, legend };
}

/** Five blues from few to many, each as wide as the others. */
function byAmount(marks: readonly Mark[], isLog: boolean): Colours {
  const amount = (color: Cell) => {
    const value = middleOf(color, isLog);
    if (typeof value !== "number" || (isLog && value <= 0)) return undefined;
    return isLog ? Math.log10(value) : value;
  };
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { color } of marks) {
    const value = amount(color);
    if (value === undefined) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const width = (max - min) / steps.length || 1;
  const stepAt = (color: Cell) => {
    const value = amount(color);
    return value === undefined ? undefined : Math.min(steps.length - 1, Math.floor((value - min) / width));
  };
  const counts = new Map<number | undefined, number>();
  for (const { color, count } of marks) counts.set(stepAt(color), (counts.get(stepAt(color)) ?? 0) + count);
  const edge = (index: number) => valueText(isLog ? 10 ** (min + width * index) : min + width * index);
  const legend = steps
    .map((token, index) => ({
      token,
      text: min === max ? edge(0) : `${edge(index)} to ${edge(index + 1)}`,
      count: counts.get(index) ?? 0,
    }))
    .filter(({ count }) => count > 0);
  if (counts.has(undefined)) legend.push({ token: rest, text: missing, count: counts.get(undefined) ?? 0 });
  return {
    of: (color) => {
      const index = stepAt(color);
      return index === undefined ? rest : (steps[index] ?? rest);
    },
    legend,
  };
}

export function coloursOf(channel: Channel | undefined, marks: readonly Mark[]): Colours {
  if (channel === undefined) return { of: () => "--al-chart-1", legend: [] };
  return channel.type === "quantitative" ? byAmount(marks, channel.scale !== undefined) : byValue(marks, channel.field);
}
