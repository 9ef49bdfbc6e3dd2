import { expect, test } from "vitest";
import { createStatementNames } from "./statements.ts";

test("a repeated statement is prepared, each with a name of its own", () => {
  const names = createStatementNames();
  expect(names.of("select 1")).toBeUndefined();
  expect(names.of("select 2")).toBeUndefined();
  const first = names.of("select 1");
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(names.of("select 1")).toBe(first);
  expect(names.of("select 2")).not.toBe(first);
});

test("a search is planned for its pattern", () => {
  const names = createStatementNames();
  for (let time = 0; time < 3; time += 1) expect(names.of("select id from people where name like $1")).toBeUndefined();
});

test("the number of prepared statements is limited", () => {
  const names = createStatementNames(2);
  for (const text of ["a", "b", "c", "a", "b", "c"]) names.of(text);
  expect(names.of("a")).toBeDefined();
  expect(names.of("b")).toBeDefined();
  expect(names.of("c")).toBeUndefined();
});

test("after a schema change all statements get new names", () => {
  const names = createStatementNames();
  names.of("a");
  const before = names.of("a");
  names.renew();
  expect(names.of("a")).toBeUndefined();
  expect(names.of("a")).not.toBe(before);
});
