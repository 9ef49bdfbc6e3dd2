import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../../services/instance.ts";
import { operatorCommands } from "./operator-tutorial.ts";

const read = (path: string) => readFile(join(projectRoot, path), "utf8");

/** What the scenarios run on: the second starts the same processes, `npm run images` builds the others. */
const installs = ["trial-image", "trial", "images"];
/** The scenario that runs each of the other blocks. */
const runBy: Readonly<Record<string, string>> = {
  migrate: "rolling-restart",
  "back-up": "lost-and-restored",
  restore: "lost-and-restored",
  verify: "lost-and-restored",
};

it("every code block of the operator's tutorial has a name, and the named scenario runs it", async () => {
  const commands = await operatorCommands();
  expect([...commands.keys()]).toEqual([...installs, ...Object.keys(runBy)]);
  expect((await read("docs/tutorials/operator.md")).match(/^ *```sh$/gm)).toHaveLength(commands.size);
  for (const [name, scenario] of Object.entries(runBy)) {
    expect(await read(`tests/faults/scenarios/${scenario}.ts`)).toContain(`runCommands(world.instance, "${name}"`);
  }
});

it("the images are built from stages of the Dockerfile", async () => {
  const stages = [...(await read("deploy/Dockerfile")).matchAll(/^FROM .* AS (\w+)$/gim)].map(([, stage]) => stage);
  const builds = [
    ...((await operatorCommands()).get("images") ?? "").matchAll(
      /^docker build --file deploy\/Dockerfile --target (\w+) --build-arg VERSION=\S+ --build-arg REVISION=\$\(git rev-parse HEAD\) --tag \S+ \.$/gm,
    ),
  ].map(([, stage]) => stage);
  expect(builds).toEqual(["server", "edge"]);
  expect(stages).toEqual(expect.arrayContaining(builds));
});

it("the page about operations has the same commands for backup and restore", async () => {
  const commands = await operatorCommands();
  const operations = await read("docs/operations.md");
  for (const name of ["back-up", "restore", "verify"]) expect(operations).toContain(commands.get(name));
});
