import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { loadOptions } from "./load-options.ts";

test("the first load of a query is waited for, a reload is not", () => {
  const client = new QueryClient();
  const queryKey = ["versions"];
  const context = { client, queryKey, signal: new AbortController().signal };
  expect(loadOptions(context).waited).toBe(true);
  client.setQueryData(queryKey, []);
  expect(loadOptions(context).waited).toBe(false);
});
