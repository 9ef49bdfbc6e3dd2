import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { moduleValue } from "./vite-plugin.ts";

test("a module is replaced by its value, which follows a change of what it imports", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "module-value-")));
  const file = join(folder, "rules.ts");
  const limit = join(folder, "limit.ts");
  writeFileSync(limit, "export const limit: number = 1;");
  writeFileSync(file, `import { limit } from "./limit.ts"; export const rules = { limit };`);
  const server = await createServer({
    configFile: false,
    root: folder,
    logLevel: "silent",
    server: { middlewareMode: true, ws: false },
    plugins: [moduleValue({ file, name: "rules", source: "JSON.stringify(value)", folder })],
  });
  onTestFinished(() => server.close());
  const source = async () => (await server.transformRequest(file))?.code;
  expect(await source()).toMatch(/"limit": ?1/);
  const changed = () => {
    // Again, because the first change may be before the folder is watched.
    writeFileSync(limit, "export const limit: number = 2;");
    return source();
  };
  await expect.poll(changed, { timeout: 30_000, interval: 200 }).toMatch(/"limit": ?2/);
});
