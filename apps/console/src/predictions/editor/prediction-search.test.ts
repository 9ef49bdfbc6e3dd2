import { expect, it } from "vitest";
import { predictionSearch } from "./prediction-search.ts";

it("an address is read, and what does not fit is dropped", () => {
  expect(predictionSearch({ tab: "jobs", model: 3, against: "2" })).toEqual({ tab: "jobs", model: 3, against: 2 });
  expect(predictionSearch({ tab: "overview", model: "x" })).toEqual({});
  expect(predictionSearch({ tab: "elsewhere", model: 0, against: 4 })).toEqual({});
  expect(predictionSearch({ model: 3, against: 3 })).toEqual({ model: 3 });
  expect(predictionSearch({ tab: "jobs", drift: "30" })).toEqual({ tab: "jobs", drift: 30 });
  expect(predictionSearch({ tab: "jobs", drift: 31 })).toEqual({ tab: "jobs" });
  // One thing at a time.
  expect(predictionSearch({ tab: "jobs", drift: 7, model: 2 })).toEqual({ tab: "jobs", model: 2 });
});
