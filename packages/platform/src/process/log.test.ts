import { expect, test } from "vitest";
import { createLog, logFor } from "./log.ts";

function collect() {
  const lines: string[] = [];
  const log = createLog({ name: "test", level: "info", destination: { write: (line: string) => void lines.push(line) } });
  return { log, lines };
}

const key = "alk_01ARZ3NDEKTSV4RRFFQ69G5FAV_c2VjcmV0LXRoYXQtbXVzdC1ub3QtYmUtc2Vlbg";

test("secrets are not logged, wherever they occur", () => {
  const { log, lines } = collect();
  log.info({ headers: { authorization: `Bearer ${key}`, cookie: "session=1" } }, "as a header");
  log.info({ request: { headers: { authorization: `Bearer ${key}` } } }, "nested");
  log.info(`refused Bearer ${key} in a message`);
  log.error({ err: new Error(`connect postgres://airlock:hunter2@127.0.0.1/db as ${key}`) }, "in an error");
  log.info({ user: { password: "hunter2" }, token: "t0ken" }, "as fields");
  const text = lines.join("");
  expect(lines).toHaveLength(5);
  expect(text).not.toContain("c2VjcmV0");
  expect(text).not.toContain("hunter2");
  expect(text).not.toContain("t0ken");
  expect(text).not.toContain("session=1");
  expect(text).toContain("postgres://airlock:[hidden]@127.0.0.1/db");
});

test("correlation and request ids are in every line of a request or job", () => {
  const { log, lines } = collect();
  logFor(log, { correlationId: "c-1", requestId: "r-1" }).warn("something");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    name: "test",
    level: "warn",
    correlationId: "c-1",
    requestId: "r-1",
    msg: "something",
  });
});
