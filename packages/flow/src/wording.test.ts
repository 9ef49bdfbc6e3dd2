import { expect, test } from "vitest";
import { newCondition } from "./new-items.ts";
import { conditionsText } from "./wording.ts";

test("conditions read with parentheses where both and and or join them", () => {
  const text = (...joins: readonly ("&&" | "||")[]) =>
    conditionsText(
      joins.map((conditionalOperator, index) => ({
        ...newCondition(),
        conditionalOperator,
        leftHandFieldname: "abc".charAt(index),
        rightHandFieldname: "1",
      })),
      (_source, key) => key,
    );
  expect(text("&&")).toBe("a == 1");
  expect(text("&&", "&&", "&&")).toBe("a == 1 and b == 1 and c == 1");
  expect(text("&&", "||", "||")).toBe("a == 1 or b == 1 or c == 1");
  expect(text("&&", "||", "&&")).toBe("a == 1 or (b == 1 and c == 1)");
  expect(text("&&", "&&", "||")).toBe("(a == 1 and b == 1) or c == 1");
  // How the first is joined means nothing.
  expect(text("||", "&&")).toBe("a == 1 and b == 1");
});
