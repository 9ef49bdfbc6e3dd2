import { expect, it } from "vitest";
import { statusLook } from "./prediction-status.tsx";

it("a scheduler whose last run failed is not shown as running well", () => {
  expect(statusLook({ status: "schedulerRunning", statusMessage: "Run 1 failed: The training ended without a model." })).toBe("error");
  expect(statusLook({ status: "schedulerRunning", statusMessage: "Run 2 scored 2,500 people" })).toBe("serving");
  expect(statusLook({ status: "schedulerRunning", statusMessage: "" })).toBe("configuring");
});
