import { expect, it } from "vitest";
import { clickhouseAccessOf, clickhouseSettings } from "../clickhouse/access.ts";
import { readConfig } from "../process/config.ts";
import { postgresConnection } from "./access.ts";

const url = "postgres://app:p%40ss@db.example:5432/airlock";

it("leaves a URL without TLS unchanged", () => {
  expect(postgresConnection(url)).toEqual({ connectionString: url });
  expect(postgresConnection(`${url}?sslmode=disable`)).toEqual({ connectionString: `${url}?sslmode=disable` });
});

it.each(["require", "verify-ca", "verify-full"])("verifies certificate and host with sslmode=%s", (mode) => {
  const verified = { rejectUnauthorized: true };
  expect(postgresConnection(`${url}?sslmode=${mode}`)).toEqual({ connectionString: url, ssl: verified });
  expect(postgresConnection(`${url}?sslmode=${mode}&options=-c%20a`)).toEqual({ connectionString: `${url}?options=-c%20a`, ssl: verified });
  expect(postgresConnection(`${url}?options=-c%20a&sslmode=${mode}`)).toEqual({ connectionString: `${url}?options=-c%20a`, ssl: verified });
});

it.each(["sslmode=no-verify", "sslmode=prefer", "sslmode=allow", "ssl=no-verify", "ssl=true", "sslrootcert=/a"])(
  "refuses %s",
  (parameter) => {
    expect(() => postgresConnection(`${url}?${parameter}`)).toThrow(/sslmode|AIRLOCK_POSTGRES_TLS_CA/);
  },
);

it("refuses TLS files with a URL that is not encrypted", () => {
  expect(() => postgresConnection(`${url}?sslmode=disable`, { ca: "/a" })).toThrow("sslmode=disable");
  const settings = { AIRLOCK_CLICKHOUSE_URL: "http://clickhouse:8123", AIRLOCK_CLICKHOUSE_TLS_CA: "/a" };
  expect(() => clickhouseAccessOf(readConfig(clickhouseSettings, settings))).toThrow("https");
});
