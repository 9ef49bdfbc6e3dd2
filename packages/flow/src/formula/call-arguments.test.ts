import { expect, test } from "vitest";
import { openArgument } from "./call-arguments.ts";

test("the argument at the end of a text is that of the innermost call that is open", () => {
  expect(openArgument("lookup(postcode, ")).toEqual({ type: "List", list: undefined });
  expect(openArgument('1 + lookup(round(a, 2), "Postcodes", ')).toEqual({ type: "Column", list: "Postcodes" });
  expect(openArgument('if(inList(upper(a, b), "One"), lookup(')).toEqual({ type: "Key", list: undefined });
  expect(openArgument('LOOKUP((a), "Postcodes", ')).toEqual({ type: "Column", list: "Postcodes" });
});

test("there is none outside of calls, in parentheses, after the last parameter and in unknown functions", () => {
  for (const text of ["", "1 + ", "inList(a, ((", 'inList(a, "One", ', 'inList(a, "One")', "nothing(a, "])
    expect(openArgument(text), text).toBeUndefined();
});
