import type { Imported, Level, ReportEntry } from "@airlock/interchange";
import { counted } from "../../ui/format/numbers.ts";
import { csvOf } from "../../parts/list-page/csv.ts";

export const levelLabels: Readonly<Record<Level, string>> = { leftOut: "Left out", approximated: "Approximated", converted: "Converted" };

export function entriesOf({ entries }: Imported, level: Level): readonly ReportEntry[] {
  return entries.filter((entry) => entry.level === level);
}

const plurals: Readonly<Record<string, string>> = { "hit policy": "hit policies" };

/** `12 rules`, for each kind of part, the most frequent first. */
export function countsByKind(entries: readonly ReportEntry[]): readonly { readonly kind: string; readonly text: string }[] {
  return [...Map.groupBy(entries, ({ kind }) => kind)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([kind, group]) => ({ kind, text: counted(group.length, kind, plurals[kind]) }));
}

/** What the level means for decisions. */
export function consequence(level: Level, entries: readonly ReportEntry[]): string {
  if (level === "converted") return "same meaning as in the file";
  const changing = entries.filter(({ changesResults }) => changesResults === true).length;
  if (changing === 0) return "no effect on results";
  return `${changing} can change results`;
}

export function summary(imported: Imported): string {
  const count = (level: Level): number => entriesOf(imported, level).length;
  return `${count("converted")} converted, ${count("approximated")} approximated, ${count("leftOut")} left out`;
}

const columns: Parameters<typeof csvOf<ReportEntry>>[0] = [
  { title: "Level", text: ({ level }) => levelLabels[level] },
  { title: "Part", text: ({ kind }) => kind },
  { title: "Position", text: ({ where }) => where },
  { title: "In the file", text: ({ source }) => source },
  { title: "Result", text: ({ text }) => text },
  { title: "Can change results", text: ({ changesResults }) => (changesResults === true ? "yes" : "no") },
];

export function reportCsv({ entries }: Imported): string {
  return csvOf(columns, entries);
}
