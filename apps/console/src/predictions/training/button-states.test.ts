import { describe, expect, it } from "vitest";
import { buttonStates, showsScheduler } from "./button-states.ts";

const pressable = (status: Parameters<typeof buttonStates>[0]) =>
  Object.entries(buttonStates(status)).flatMap(([name, why]) => (why === undefined ? [name] : []));

describe("the buttons of the editor", () => {
  it("follow the status", () => {
    expect(pressable("configuring")).toEqual(["train"]);
    expect(pressable("training")).toEqual(["cancelTraining"]);
    expect(pressable("trained")).toEqual(["train", "deploy"]);
    expect(pressable("failed")).toEqual(["train"]);
    expect(pressable("schedulerStopped")).toEqual(["train", "startScheduler"]);
    expect(pressable("schedulerRunning")).toEqual(["train", "stopScheduler"]);
  });

  it("are a scheduler's for analytics predictions only", () => {
    expect([showsScheduler("analyticsPrediction"), showsScheduler("standard")]).toEqual([true, false]);
  });
});
