import { twentyRowTable } from "@airlock/editor/testing/twenty-rows";
import { expect, test } from "vitest";
import { countTableInGoRules } from "./gorules-count.ts";

test("a table of 20 rows takes as much in GoRules' editor as docs/usability.md says", () => {
  expect(countTableInGoRules(twentyRowTable())).toEqual({ presses: 124, texts: 95 });
});
