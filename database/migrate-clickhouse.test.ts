import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Session } from "chdb";
import { expect, test } from "vitest";
import { firstStatements, onCluster } from "./migrate-clickhouse.ts";
import { sqlFiles, statements } from "./sql-files.ts";

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

/** The engine has no Keeper, so it cannot run these statements, but it parses them. */
test("ClickHouse parses every statement for a cluster, and changes tables on all servers of it", async () => {
  const files = await sqlFiles(join(import.meta.dirname, "clickhouse"));
  const all = [...Object.values(firstStatements), ...files.flatMap(({ text }) => statements(text))];
  const clickhouse = new Session();
  try {
    const literal = (text: string) => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
    // Of a statement with a syntax error the result is NULL.
    const parsed = (sql: string) => clickhouse.query(`SELECT formatQuerySingleLineOrNull(${literal(sql)})`, "TSVRaw").trim();
    expect(parsed("CREATE TABLE a ON CLUSTR 'decisions' (b Int8) ENGINE = Memory")).toBe(String.raw`\N`);
    const known = all.map((statement) => ({ statement, text: parsed(onCluster(statement, "decisions")) }));
    expect(known.filter(({ text }) => text === String.raw`\N`)).toEqual([]);
    // Rows of a replicated table are inserted once.
    const local = known.filter(({ text }) => !text.startsWith("INSERT INTO ") && !text.includes(" ON CLUSTER decisions"));
    expect(local).toEqual([]);
    const engines = known.flatMap(({ text }) => [...text.matchAll(/ENGINE = (\w+)/g)].map(([, engine = ""]) => engine));
    expect(engines.length).toBeGreaterThan(8);
    expect(engines.filter((engine) => !/^Replicated\w*MergeTree$/.test(engine))).toEqual([]);
  } finally {
    clickhouse.close();
  }
});
