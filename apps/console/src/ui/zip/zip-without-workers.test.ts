import { expect, test } from "vitest";
import { strFromU8, strToU8, unzip, zip } from "./zip-without-workers.ts";

test("a large file is packed and unpacked before the function returns, so without a worker", () => {
  const text = "a, b\n".repeat(400_000);
  const packed: Uint8Array[] = [];
  zip({ "sheet.xml": strToU8(text) }, (_, archive) => archive && packed.push(archive));
  const [archive = new Uint8Array()] = packed;
  expect(archive.length).toBeLessThan(text.length / 10);
  const unpacked: string[] = [];
  unzip(archive, (_, files) => unpacked.push(strFromU8(files?.["sheet.xml"] ?? new Uint8Array())));
  expect(unpacked).toEqual([text]);
});

test("what is no archive is an error, which the library knows by its code", () => {
  const errors: unknown[] = [];
  unzip(new Uint8Array(50), (error) => errors.push(error));
  expect(errors).toMatchObject([{ code: expect.any(Number) }]);
});
