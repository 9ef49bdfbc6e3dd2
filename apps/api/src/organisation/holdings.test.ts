import { expect, test } from "vitest";
import { holdingsSentence } from "./holdings.ts";

const none = {
  users: 0,
  systemAccounts: 0,
  keys: 0,
  groups: 0,
  roles: 0,
  solutions: 0,
  versions: 0,
  servingVersions: 0,
  lists: 0,
  datasources: 0,
  predictions: 0,
  experiments: 0,
};

test("what would be deleted is counted in a sentence", () => {
  expect(holdingsSentence(none)).toBe("");
  expect(holdingsSentence({ ...none, users: 1 })).toBe("1 user");
  expect(holdingsSentence({ ...none, users: 2, solutions: 1, keys: 3 })).toBe("1 solution, 2 users and 3 keys");
  expect(holdingsSentence({ ...none, experiments: 1, predictions: 2, datasources: 1 })).toBe(
    "1 datasource, 2 predictions and 1 experiment",
  );
});
