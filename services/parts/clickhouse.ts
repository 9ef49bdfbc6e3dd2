import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { clickhouseHeaders } from "../clickhouse-users.ts";
import { expectOk } from "../http.ts";
import { port, type Instance } from "../instance.ts";
import { nodeCommand } from "../node-command.ts";
import type { Part } from "../part.ts";

export const clickhouseDatabase = "airlock";

export function clickhouseUrl(instance: Instance): string {
  return `http://127.0.0.1:${port(instance, "clickhouse")}`;
}

/** The ClickHouse engine behind a small HTTP front; its package comes with `npm install`. */
export const clickhouse: Part = {
  name: "clickhouse",
  ports: ["clickhouse"],

  async install() {
    await Promise.resolve();
  },

  async prepare(instance) {
    const folder = join(instance.folder, "clickhouse");
    await mkdir(folder, { recursive: true });
    // The engine runs statements on libuv's threads: with the default of four, four slow reads would block every insert.
    return nodeCommand("services/clickhouse/main.ts", [folder, String(port(instance, "clickhouse")), clickhouseDatabase], {
      UV_THREADPOOL_SIZE: "24",
      TZ: "UTC",
    });
  },

  async probe(instance) {
    await expectOk(clickhouseUrl(instance), { method: "POST", headers: clickhouseHeaders("admin"), body: "SELECT 1" });
  },

  async settle(instance) {
    const body = `CREATE DATABASE IF NOT EXISTS ${clickhouseDatabase}`;
    await expectOk(clickhouseUrl(instance), { method: "POST", headers: clickhouseHeaders("admin"), body });
  },
};
