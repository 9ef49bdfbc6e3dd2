import { expect, it } from "vitest";
import { setVersion } from "./set-version.ts";

it("sets a package's version and those of the project's packages it depends on", () => {
  const manifest = (own: string): string =>
    `{\n  "name": "@airlock/engine",\n  "version": "${own}",\n  "dependencies": {\n    "@airlock/flow": "${own}",\n    "zod": "0.5.0"\n  }\n}\n`;
  expect(setVersion(manifest("0.5.0"), "0.6.0")).toBe(manifest("0.6.0"));
});
