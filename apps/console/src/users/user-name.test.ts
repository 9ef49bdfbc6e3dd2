import { describe, expect, it } from "vitest";
import { splitName } from "./user-name.ts";

const joost = { firstName: "Joost", name: "de Wit" };

describe("a name edited in one cell", () => {
  it("keeps the part that was not touched", () => {
    expect(splitName("Mary Ann de Wit", joost)).toEqual({ firstName: "Mary Ann", name: "de Wit" });
    expect(splitName("Joost van der Meer", joost)).toEqual({ firstName: "Joost", name: "van der Meer" });
  });
  it("stays as it was when nothing was changed", () => {
    const mary = { firstName: "Mary Ann", name: "Smith" };
    expect(splitName("  Mary  Ann Smith ", mary)).toBe(mary);
  });
  it("is parted at the first space when both parts are new", () => {
    expect(splitName("Ana María Gómez", joost)).toEqual({ firstName: "Ana", name: "María Gómez" });
  });
  it("needs both parts", () => {
    expect(splitName("Joost", joost)).toBeUndefined();
    expect(splitName("", joost)).toBeUndefined();
  });
});
