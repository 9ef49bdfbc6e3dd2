import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { onCluster } from "./migrate-clickhouse.ts";
import { sqlFiles } from "./sql-files.ts";

test("the same schema creates replicated tables on a cluster", async () => {
  const text = await readFile(join(import.meta.dirname, "clickhouse/001-executions.sql"), "utf8");
  expect(onCluster(text)).toBe(text);
  expect(onCluster(text, "decisions")).toContain("CREATE TABLE IF NOT EXISTS executions ON CLUSTER 'decisions'");
  expect(onCluster(text, "decisions")).toContain("ENGINE = ReplicatedReplacingMergeTree");
  expect(() => onCluster(text, "x' --")).toThrow(/cannot name/);
});

test("every ClickHouse table can be switched to a cluster", async () => {
  for (const file of await sqlFiles(join(import.meta.dirname, "clickhouse"))) {
    for (const [statement] of file.text.matchAll(/^CREATE (?:TABLE|MATERIALIZED VIEW)[^;]*/gm)) {
      expect(statement, file.name).toMatch(/^CREATE (?:TABLE|MATERIALIZED VIEW) IF NOT EXISTS \w+ \/\*ON CLUSTER\*\//);
      for (const [engine] of statement.matchAll(/ENGINE = .*MergeTree/g)) expect(engine, file.name).toContain("/*Replicated*/");
    }
  }
});
