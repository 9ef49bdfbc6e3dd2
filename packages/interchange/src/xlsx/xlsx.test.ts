import writeXlsxFile from "write-excel-file/universal";
import { expect, test } from "vitest";
import { readXlsx, writeXlsx } from "./index.ts";

test("what is written is read again, cell by cell", async () => {
  const cells = [
    ["net income", "limit"],
    ["[500..620)", "= income * 2"],
    ["-", "0.1"],
    ['"a, b"', "NL & <BE>"],
    ["2026-01-31", "true"],
    ["", "  spaces "],
  ];
  const file = await writeXlsx([
    { name: "Credit: limit/2026", cells },
    { name: "Fields", cells: [["Name"], ["age"]] },
  ]);
  const read = await readXlsx(await file.arrayBuffer());
  expect(read).toEqual({
    ok: true,
    sheets: [
      { name: "Credit  limit 2026", cells: cells.with(5, ["", "spaces"]) },
      { name: "Fields", cells: [["Name"], ["age"]] },
    ],
  });
});

test("numbers, dates and Booleans that were typed in Excel are texts as cells of tables have them", async () => {
  const day = { value: new Date(Date.UTC(2026, 0, 31)), type: Date, format: "yyyy-mm-dd" };
  const file = await writeXlsxFile([[0.1 + 0.2, 1e15, -3, day, true]]).toBlob();
  const read = await readXlsx(await file.arrayBuffer());
  expect(read).toMatchObject({ ok: true, sheets: [{ cells: [["0.3", "1000000000000000", "-3", "2026-01-31", "true"]] }] });
});

test("other files, large ones and those that become large are refused", async () => {
  expect(await readXlsx(new ArrayBuffer(4))).toEqual({ ok: false, problem: "This is not an Excel file (.xlsx)." });
  expect(await readXlsx(new ArrayBuffer(100))).toEqual({ ok: false, problem: "This is not an Excel file (.xlsx)." });
  expect(await readXlsx(new ArrayBuffer(10 * 1024 * 1024 + 1))).toEqual({ ok: false, problem: "This file is larger than 10 MB." });
  const bytes = await (await writeXlsx([{ name: "A", cells: [["a"]] }])).arrayBuffer();
  const view = new DataView(bytes);
  const entry = new Uint8Array(bytes).findIndex((_, at) => at + 4 <= bytes.byteLength && view.getUint32(at, true) === 0x02_01_4b_50);
  // An entry that states a gigabyte.
  view.setUint32(entry + 24, 1024 ** 3, true);
  expect(await readXlsx(bytes)).toEqual({ ok: false, problem: "This file is larger than 100 MB when it is unpacked." });
});
