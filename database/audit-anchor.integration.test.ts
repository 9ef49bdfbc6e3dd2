import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Set by the integration project's global setup. */
    readonly environment: Record<string, string>;
  }
}

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "anchor-"));
});
afterAll(() => rm(folder, { recursive: true }));

function run(script: string, ...parameters: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const env = { ...process.env, ...inject("environment") };
  return new Promise((ended) => {
    const child = execFile(process.execPath, [join(import.meta.dirname, script), ...parameters], { env }, (_failure, out, err) =>
      ended({ code: child.exitCode ?? -1, output: out + err }),
    );
  });
}

test("an anchor is written and posted, signed; the chains are compared with it, and a forged one is refused", async () => {
  const posted: string[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    posted.push(await text(request));
    response.end();
  };
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const file = join(folder, "ends.json");
  const { port } = server.address() as AddressInfo;
  expect(await run("audit-anchor.ts", "--out", file, "--post", `http://127.0.0.1:${port}/`)).toMatchObject({ code: 0 });
  server.close();
  const written = await readFile(file, "utf8");
  expect(posted).toEqual([written]);

  const verified = await run("audit-verify.ts", "--ends", file);
  expect(verified).toMatchObject({ code: 0 });
  expect(verified.output).toContain("compared with a signed anchor: every chain holds");
  expect(await readFile(file, "utf8")).toBe(written);

  const forged = join(folder, "forged.json");
  await writeFile(forged, written.replace(/"hash": "\w/, '"hash": "x'));
  expect((await run("audit-verify.ts", "--ends", forged)).code).toBe(1);

  // Without a signature it is only as trustworthy as its storage.
  await writeFile(forged, JSON.stringify({ ...JSON.parse(await readFile(forged, "utf8")), signature: undefined }));
  const rewritten = await run("audit-verify.ts", "--ends", forged);
  expect(rewritten).toMatchObject({ code: 1 });
  expect(rewritten.output).toContain("is not the one that was seen before");
});
