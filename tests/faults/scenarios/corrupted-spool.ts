import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "../../support/eventually.ts";
import { openJournal } from "../load/journal.ts";
import { runLoad } from "../load/load.ts";
import { allAnswered, check, logChecks, type Scenario } from "../scenario.ts";
import { metricOf } from "../metric-of.ts";
import { changeLargestSegment, framesIn, spoolFolder, spoolSent, type FoundFrame } from "../spool-files.ts";

/** Offsets in a frame: a byte of its marker, of its length, and of its body. */
const flips = [1, 5, 40];

export const corruptedSpool: Scenario = {
  name: "corrupted-spool",
  holds:
    "bits flip in frames of the spool, in a marker, in a length and in a body: these frames are missing, all others arrive, the file is kept",
  short: { rate: 100, seconds: 2, kills: 1 },
  long: { rate: 500, seconds: 30, kills: 1 },
  run: async (world, scale) => {
    const { versionId } = await world.serve("Corrupted");
    const journal = await openJournal(world.journalPath("corrupted-spool"));
    const [target = ""] = world.runtimes;
    const load = { targets: [target], versionId, token: world.token, rate: scale.rate, seconds: scale.seconds, journal };
    const folder = spoolFolder(world, "runtime1");
    await world.kill("nats");
    const spooled = await runLoad({ ...load, label: "spooled" });
    await world.kill("runtime1");
    const damaged: FoundFrame[] = [];
    await changeLargestSegment(folder, (segment) => {
      const frames = framesIn(segment);
      for (const [index, flip] of flips.entries()) {
        const frame = frames[Math.floor(((index + 1) * frames.length) / (flips.length + 1))];
        if (frame === undefined) throw new Error("The spool has too few frames.");
        damaged.push(frame);
        const at = frame.offset + flip;
        segment[at] = (segment[at] ?? 0) ^ 1;
      }
    });
    await world.restart("nats");
    await world.restart("runtime1");
    await spoolSent(target);
    const expected = new Set(damaged.flatMap(({ executionIds }) => executionIds));
    // The damaged frame stays missing: it has settled when nothing else is.
    const settled = await eventually(
      "all others to arrive",
      async () => {
        const now = await world.settle(versionId, journal, 0);
        return now.lost.every((id) => expected.has(id)) ? now : undefined;
      },
      { seconds: 60, everyMillis: 250 },
    );
    await journal.close();
    const others = settled.lost.filter((id) => !expected.has(id));
    const kept = await readdir(join(folder, "damaged"));
    const counted = await metricOf(target, "airlock_spool_damaged_frames_total");
    return {
      seen: spooled,
      settled: { ...settled, lost: others },
      checks: [
        ...logChecks({ ...settled, lost: others }),
        allAnswered("all answered from the spool", spooled),
        check("the damaged frames are missing", settled.lost.length - others.length === expected.size, `${expected.size} executions`),
        check("three damaged frames are counted", counted === flips.length, counted),
        check("the file is kept", kept.length === 1, kept.join(", ")),
      ],
    };
  },
};
