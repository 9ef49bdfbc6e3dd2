/**
 * A worker that is started with `--import` of this file holds its trainings: each grows the number of trees in the file `AIRLOCK_PLANTED_HOLD` and
 * waits as long as that file exists. So a test always affects a training in the middle of it.
 */
import { rewrite } from "./rewrite.ts";

const grows = "const finished = booster.iterate();";
const waits = `
      const held = process.env["AIRLOCK_PLANTED_HOLD"];
      const { readFile } = await import("node:fs/promises");
      // Fixed wait: between two looks.
      while (iteration > Number(await readFile(held, "utf8").catch(() => Infinity))) await new Promise((resume) => setTimeout(resume, 20));
`;

rewrite("/apps/worker/src/training/child.ts", grows, waits + grows);
