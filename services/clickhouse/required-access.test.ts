import { describe, expect, it } from "vitest";
import { requiredAccess } from "./required-access.ts";

const needs = (sql: string): readonly string[] =>
  requiredAccess(sql, "airlock").map(({ privilege, database, table }) => `${privilege} ${database}.${table}`);

describe("the privileges of a statement", () => {
  it.each([
    ["SELECT 1", []],
    ["SELECT count() FROM executions FINAL WHERE a = 'x FROM y' -- FROM z", ["SELECT airlock.executions"]],
    [
      "WITH due AS (SELECT * FROM a) SELECT * FROM due INNER JOIN `b` ON 1 LEFT ARRAY JOIN c WHERE d IN (SELECT e FROM other.f)",
      ["SELECT airlock.a", "SELECT airlock.b", "SELECT other.f"],
    ],
    ["SELECT * FROM numbers(3), (SELECT x FROM system.tables)", ["SELECT system.tables"]],
    ["SELECT * FROM url('http://a', CSV)", ["READ URL *.*"]],
    ["SELECT a IS NOT DISTINCT FROM b FROM c", ["SELECT airlock.c"]],
    ["INSERT INTO executions (a, b) FORMAT JSONCompactEachRow", ["INSERT airlock.executions"]],
    ["insert into airlock.a select * from b", ["INSERT airlock.a", "SELECT airlock.b"]],
    ["DELETE FROM a ON CLUSTER 'c' WHERE b = 1", ["ALTER DELETE airlock.a"]],
    ["ALTER TABLE a DELETE WHERE b IN (SELECT c FROM d)", ["ALTER DELETE airlock.a", "SELECT airlock.d"]],
    ["ALTER TABLE a UPDATE b = '' WHERE 1", ["ALTER UPDATE airlock.a"]],
    ["ALTER TABLE a ADD COLUMN b String", ["ALTER ADD COLUMN airlock.a"]],
    ["ALTER TABLE a DROP COLUMN b", ["ALTER DROP COLUMN airlock.a"]],
    ["ALTER TABLE a MATERIALIZE INDEX b", ["ALTER INDEX airlock.a"]],
    ["ALTER TABLE a MODIFY SETTING b = 1", ["ALTER SETTINGS airlock.a"]],
    ["ALTER TABLE a MODIFY SQL SECURITY DEFINER", ["ALTER VIEW MODIFY SQL SECURITY airlock.a"]],
    ["ALTER TABLE a REPLACE PARTITION ID '1' FROM b", ["INSERT airlock.a", "ALTER DELETE airlock.a", "SELECT airlock.b"]],
    ["CREATE DATABASE IF NOT EXISTS airlock", ["CREATE DATABASE airlock."]],
    ["CREATE TABLE IF NOT EXISTS a ON CLUSTER 'c' (b String) ENGINE = MergeTree ORDER BY b", ["CREATE TABLE airlock.a"]],
    ["CREATE VIEW `a` AS SELECT k FROM `b`", ["CREATE VIEW airlock.a", "SELECT airlock.b"]],
    ["CREATE MATERIALIZED VIEW IF NOT EXISTS a TO b AS SELECT 1 FROM c", ["CREATE VIEW airlock.a", "SELECT airlock.c"]],
    ["DROP VIEW IF EXISTS a SYNC", ["DROP VIEW airlock.a"]],
    ["TRUNCATE TABLE a SYNC", ["TRUNCATE airlock.a"]],
    ["OPTIMIZE TABLE a FINAL", ["OPTIMIZE airlock.a"]],
    ["RENAME TABLE a TO b", ["SELECT airlock.a", "DROP TABLE airlock.a", "CREATE TABLE airlock.b", "INSERT airlock.b"]],
    ["KILL QUERY WHERE 1 ASYNC", []],
    ["CREATE USER a", ["CREATE USER *.*"]],
    ["GRANT ALL ON *.* TO a", ["GRANT *.*"]],
    ["/* a */ SYSTEM SHUTDOWN", ["SYSTEM *.*"]],
    ["DROP DATABASE airlock", ["DROP DATABASE *.*"]],
  ])("%s", (sql, expected) => {
    expect(needs(sql)).toEqual(expected);
  });
});
