import type { TrainingJob } from "@airlock/contract";
import { describe, expect, it } from "vitest";
import { percentOf, progressText, stageText, tookText, stageEnd } from "./training-words.ts";

const at = (seconds: number) => new Date(seconds * 1000).toISOString();
const job: TrainingJob = {
  jobId: "job",
  number: 7,
  status: "training",
  created: at(0),
  ended: null,
  lastStatusUpdate: at(60),
  message: "",
  model: null,
  metric: null,
  iteration: 310,
  iterations: 500,
  curve: [],
  rows: 184_220,
  stages: [
    { stage: "read", started: at(0), ended: at(22) },
    { stage: "split", started: at(22), ended: at(26) },
    { stage: "build", started: at(26), ended: null },
  ],
  search: null,
};

describe("a training shows", () => {
  it("its stage, percent and time left", () => {
    expect(stageText(job)).toBe("Building trees, 310 of 500");
    expect(percentOf(job)).toBe(62);
    expect(progressText(job, 26_000 + 310_000)).toBe("62%, about 3 minutes left");
  });

  it("that it waits, and that it reads", () => {
    expect(stageText({ ...job, status: "waiting", stages: [] })).toBe("Waiting for a worker");
    const reading = { ...job, iteration: 0, stages: [{ stage: "read" as const, started: at(0), ended: null }] };
    expect([stageText(reading), percentOf(reading), progressText(reading, 9)]).toEqual(["Reading 184,220 records", 0, "0%"]);
  });

  it("how a search for parameters goes", () => {
    const stages = [{ stage: "search" as const, started: at(0), ended: null }];
    expect(stageText({ ...job, stages, search: { trial: 4, secondsLeft: 12.4, best: 0.3 } })).toBe("Trying parameters, trial 4, 12 s left");
  });

  it("is not done before it is", () => {
    const stored = { ...job, iteration: 500, stages: [...job.stages, { stage: "store" as const, started: at(90), ended: null }] };
    expect([percentOf(stored), percentOf({ ...stored, status: "trained" })]).toEqual([99, 100]);
  });

  it("how long it took", () => {
    expect([tookText(at(0), 200), tookText(at(0), 22_000), tookText(at(0), 300_000), tookText(at(0), 3_840_000)]).toEqual([
      "under 1 s",
      "22 s",
      "5 min",
      "1 h 4 min",
    ]);
  });
});

it("a stage of a job that is over counts to the job's end, not on", () => {
  const over = { status: "failed", ended: "2026-11-16T10:00:06.000Z", lastStatusUpdate: "2026-11-16T10:00:05.000Z" } as const;
  const seenAt = Date.parse("2026-11-16T10:00:29.000Z");
  expect(stageEnd(null, over, seenAt)).toBe(Date.parse(over.ended));
  expect(stageEnd(null, { ...over, ended: null }, seenAt)).toBe(Date.parse(over.lastStatusUpdate));
  expect(stageEnd(null, { ...over, status: "training", ended: null }, seenAt)).toBe(seenAt);
  expect(stageEnd("2026-11-16T10:00:02.000Z", over, seenAt)).toBe(Date.parse("2026-11-16T10:00:02.000Z"));
});
