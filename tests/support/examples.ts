import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { projectRoot } from "../../services/instance.ts";

const example = z.object({
  name: z.string(),
  description: z.string(),
  definition: z.looseObject({}),
  cases: z.array(z.object({ input: z.record(z.string(), z.unknown()), webCalls: z.unknown().optional() })),
});
export type Example = z.output<typeof example>;

/** The golden examples, in the order of their names. */
export async function readExamples(): Promise<readonly Example[]> {
  const folder = join(projectRoot, "examples");
  const files = (await readdir(folder)).filter((file) => file.endsWith(".json")).toSorted();
  return Promise.all(files.map(async (file) => example.parse(JSON.parse(await readFile(join(folder, file), "utf8")))));
}
