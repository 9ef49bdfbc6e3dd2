import type { ComparedRecordFields } from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import { decidedByText } from "../../parts/comparison/decided-by.ts";
import { csvOf } from "../../parts/list-page/csv.ts";

interface Compared {
  readonly carry: readonly string[];
  readonly leftDefinition: Definition;
  readonly rightDefinition: Definition;
}

interface CsvColumn {
  readonly title: string;
  readonly text: (record: ComparedRecordFields) => string;
}

/** One line for each changed record: its inputs, and the results of both flows. Texts that look like a formula are escaped. */
export function recordsCsv({ carry, leftDefinition, rightDefinition }: Compared, records: readonly ComparedRecordFields[]): string {
  const named = (field: "applicationDatasetFields" | "runtimeDatasetFields") => [
    ...new Set([rightDefinition, leftDefinition].flatMap((definition) => definition[field].map(({ name }) => name))),
  ];
  const nodes = new Map(
    [leftDefinition, rightDefinition].flatMap((one) => one.solutionDefinition.nodes.map(({ id, label }) => [id, label])),
  );
  const columns: readonly CsvColumn[] = [
    { title: "Record", text: ({ recordId }) => recordId },
    { title: "Started", text: ({ started }) => started ?? "" },
    ...carry.map((name) => ({ title: name, text: ({ carriedData }: ComparedRecordFields) => valueText(carriedData, name) })),
    { title: "From", text: ({ outcomeLeft }) => outcomeLeft },
    { title: "To", text: ({ outcomeRight }) => outcomeRight },
    { title: "First difference", text: ({ firstNode }) => nodes.get(firstNode) ?? "" },
    { title: "Decided by", text: (record) => decidedByText(record) ?? "" },
    ...named("applicationDatasetFields").map((name) => ({
      title: name,
      text: ({ applicationData }: ComparedRecordFields) => valueText(applicationData, name),
    })),
    ...(["left", "right"] as const).flatMap((side) => {
      const word = side === "left" ? "old" : "new";
      return [
        ...named("runtimeDatasetFields").map((name) => ({
          title: `${name}, ${word}`,
          text: (record: ComparedRecordFields) => valueText(record[side]?.runtimeData ?? {}, name),
        })),
        {
          title: `Reason codes, ${word}`,
          text: (record: ComparedRecordFields) => record[side]?.reasonCodes.join(" ") ?? "",
        },
      ];
    }),
  ];
  return csvOf(columns, records);
}

function valueText(values: Readonly<Record<string, string | number | boolean>>, name: string): string {
  return Object.hasOwn(values, name) ? String(values[name]) : "";
}
