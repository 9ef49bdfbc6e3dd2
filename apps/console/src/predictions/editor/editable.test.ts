import type { PredictionFields, Resource } from "@airlock/contract";
import { expect, it } from "vitest";
import { begunFrom, isSame } from "./editable.ts";
import { emptyMapping } from "../mapping/mapping.ts";

const saved: Resource<PredictionFields> = {
  _embedded: {
    webSafeString: "p",
    name: "Default risk",
    code: "DEFA",
    type: "standard",
    description: "",
    status: "configuring",
    statusMessage: "",
    deployedModel: null,
    latestModel: null,
    createdDate: "2026-11-15T12:00:00Z",
    updatedDate: "2026-11-15T12:00:00Z",
    revision: 3,
    trainingDatasource: null,
    testDatasource: null,
    evaluationDatasource: null,
    eventsDatasource: null,
    mapping: emptyMapping,
    settings: { validation: "rows", timeColumn: null, trees: 500, learningRate: 0.05, leaves: 31, searchSeconds: 0, seed: 1 },
    scheduler: { kind: "fixedTime", interval: 60, time: "00:00", zone: "UTC" },
    analytics: { personColumn: "", timeColumn: "", eventColumn: "", amountColumn: null, target: "", horizonDays: 30, windows: [7, 30, 90] },
    drift: { state: "none", since: null, columns: [], score: false },
    nextRun: null,
    scores: null,
    trainingInputFields: [],
  },
  _links: {},
};

it("changes to editable fields are distinguished from those of the server", () => {
  const begun = begunFrom(saved);
  expect([begun.revision, Object.keys(begun.fields)]).toEqual([3, expect.not.arrayContaining(["status", "revision", "deployedModel"])]);
  const trained = begunFrom({ ...saved, _embedded: { ...saved._embedded, status: "trained", statusMessage: "Trained", revision: 4 } });
  expect(isSame(begun.fields, trained.fields)).toBe(true);
  expect(isSame(begun.fields, { ...begun.fields, mapping: { ...emptyMapping, columns: [] } })).toBe(true);
  expect(isSame(begun.fields, { ...begun.fields, mapping: { ...emptyMapping, labelField: "c0" } })).toBe(false);
  expect(isSame(begun.fields, { ...begun.fields, name: "Other" })).toBe(false);
});
