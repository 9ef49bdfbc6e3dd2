import { expect, it } from "vitest";
import { binarySize } from "./binary-size.ts";

it("limits are shown as they were set", () => {
  expect([262_144, 4_194_304, 1_572_864, 300_000].map(binarySize)).toEqual(["256 KiB", "4 MiB", "1.5 MiB", "300,000 bytes"]);
});
