import { describe, expect, it } from "vitest";
import {
  emptyMapping,
  findingOf,
  mappingFor,
  nextBoundary,
  trainingFields,
  valuesCountOf,
  whyNotTrain,
  withAllSelected,
  withBoundary,
  withColumn,
  withLabel,
  withNewColumn,
  withoutColumn,
  withSelected,
  withType,
} from "./mapping.ts";

const known = [
  { name: "defaulted", key: "c0", type: "INTEGER", profile: { distinct: 2, missing: 0 } },
  { name: "age", key: "c1", type: "INTEGER", profile: { distinct: 60, missing: 3 } },
  { name: "region", key: "c2", type: "STRING", profile: { distinct: 12, missing: 0 } },
  { name: "id", key: "c3", type: "STRING", profile: { distinct: 1000, missing: 0 } },
] as const;
const begun = mappingFor(known, 1000, emptyMapping);

describe("a mapping", () => {
  it("begins with every column that can teach something", () => {
    expect(begun.selectedRowKeys).toEqual(["c0", "c1", "c2"]);
    expect(begun.columns.map(({ valuesCount }) => valuesCount)).toEqual([null, null, 12, 1000]);
    expect(begun.labelField).toBe("");
  });

  it("removes the label from the selected rows when it is chosen, and never takes it as an input", () => {
    const labelled = withLabel(begun, "c0");
    expect(labelled.labelField).toBe("c0");
    expect(labelled.columns.map(({ isLabelColumn }) => isLabelColumn)).toEqual([true, false, false, false]);
    expect(labelled.selectedRowKeys).toEqual(["c1", "c2"]);
    expect(withSelected(labelled, "c0", true).selectedRowKeys).toEqual(["c1", "c2"]);
    expect(withAllSelected(labelled, true).selectedRowKeys).toEqual(["c1", "c2", "c3"]);
    const other = withLabel(labelled, "c1");
    expect([other.selectedRowKeys, other.columns.filter((column) => column.isLabelColumn).map(({ key }) => key)]).toEqual([["c2"], ["c1"]]);
  });

  it("keeps the settings of columns that another datasource has too", () => {
    const edited = withColumn(withSelected(withLabel(begun, "c0"), "c1", false), "c1", { boundaries: [18, 65] });
    const moved = mappingFor(
      [
        { name: "age", key: "c0", type: "INTEGER" },
        { name: "defaulted", key: "c1", type: "INTEGER" },
        { name: "channel", key: "c2", type: "STRING" },
      ],
      null,
      edited,
    );
    expect(moved.labelField).toBe("c1");
    expect(moved.columns.map(({ name, boundaries }) => [name, boundaries])).toEqual([
      ["age", [18, 65]],
      ["defaulted", []],
      ["channel", []],
    ]);
    expect(moved.selectedRowKeys).toEqual(["c2"]);
  });

  it("adds a column named 'new' of type STRING, with a key of its own", () => {
    const twice = withNewColumn(withNewColumn(begun));
    expect(twice.columns.slice(-2).map(({ name, type, key }) => [name, type, key])).toEqual([
      ["new", "STRING", "new"],
      ["new", "STRING", "new1"],
    ]);
  });

  it("forgets a removed column everywhere", () => {
    expect(withoutColumn(withLabel(begun, "c0"), "c0").labelField).toBe("");
    expect(withoutColumn(begun, "c1").selectedRowKeys).toEqual(["c0", "c2"]);
  });

  it("lets go what does not go with a new type", () => {
    const banded = withColumn(begun, "c1", { boundaries: [18] });
    expect(withType(banded, "c1", "STRING").columns[1]).toMatchObject({ type: "STRING", boundaries: [] });
    expect(withType(banded, "c2", "FLOAT").columns[2]).toMatchObject({ type: "FLOAT", valuesCount: null });
  });

  it("trains with the selected columns", () => {
    expect(trainingFields(withLabel(begun, "c0")).map(({ name }) => name)).toEqual(["age", "region"]);
  });
});

describe("boundaries", () => {
  it("begin at 0, then the highest plus one", () => {
    expect([nextBoundary([]), nextBoundary([18, 65, 25])]).toEqual([0, 66]);
  });
  it("are sorted and unique", () => {
    expect(withBoundary([18, 65], 25)).toEqual([18, 25, 65]);
    expect(withBoundary([18, 65], 65)).toEqual([18, 65]);
  });
});

describe("the values count", () => {
  it("must be numeric", () => {
    expect(["12", "184,220", "", "x", "0", "-1", "1.5", "9999999"].map(valuesCountOf)).toEqual([
      12,
      184_220,
      null,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("a column is not learned from by default", () => {
  const of = (distinct: number, missing: number, type: "STRING" | "FLOAT" | "INTEGER" = "STRING", name = "column") =>
    findingOf({ name, type, profile: { distinct, missing }, records: 100 });
  const dates = (values: readonly string[], distinct = 40) =>
    findingOf({
      name: "applied_on",
      type: "STRING",
      profile: {
        distinct,
        missing: 0,
        min: values[0] ?? null,
        max: values.at(-1) ?? null,
        frequent: values.map((value) => ({ value, count: 2 })),
      },
      records: 100,
    });

  it("when it differs in every record, unless it measures", () => {
    expect([of(100, 0), of(100, 0, "INTEGER"), of(100, 0, "FLOAT")]).toEqual([
      "Different in every record: it names the record",
      "Different in every record: it names the record",
      undefined,
    ]);
  });
  it("when it is a text or an identifier that differs in nearly every record that has it", () => {
    const nearly = "Different in nearly every record: it names the record";
    expect([of(99, 0), of(57, 40), of(90, 0)]).toEqual([nearly, nearly, undefined]);
    expect([of(99, 0, "INTEGER", "annual_income"), of(99, 0, "INTEGER", "customer_id")]).toEqual([undefined, nearly]);
  });
  it("when it is a date as text", () => {
    const date = "A date as text: every date would be a category";
    expect([dates(["2023-10-24", "2024-01-02T10:00:00Z"]), dates(["01/01/2024", "31/12/2023"]), dates(["1.2.24"])]).toEqual([
      date,
      date,
      date,
    ]);
    expect([dates(["2023-10-24", "north"]), dates([]), dates(["07123 456789"])]).toEqual([undefined, undefined, undefined]);
  });
  it("when it is always the same or always missing", () => {
    expect([of(1, 0), of(1, 5), of(0, 100)]).toEqual(["The same in every record", undefined, "Missing in every record"]);
  });
});

describe("a training cannot begin", () => {
  it("without a datasource, a label and an input", () => {
    expect(whyNotTrain(begun, null)).toBe("Please select a valid training datasource first.");
    expect(whyNotTrain(begun, "d")).toContain("label");
    expect(whyNotTrain(withAllSelected(withLabel(begun, "c0"), false), "d")).toBe(
      "Prediction configuration does not have any input fields defined",
    );
    expect(whyNotTrain(withLabel(begun, "c0"), "d")).toBeUndefined();
  });
});
