import Button from "@mui/material/Button";
import { Menu } from "../../ui/overlays/menu.tsx";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { downloadBlob } from "../../ui/format/download-blob.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { tellProblem } from "../../api/tell-problem.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import type { ChartModel } from "./chart/axes.ts";
import type { Token } from "./chart/colours.ts";
import { drawingOf, type Caption } from "./chart/drawing.ts";
import { number } from "../../ui/format/numbers.ts";
import { pngFile, svgFile } from "./chart/picture-files.ts";
import type { Marked } from "./chart/use-marks.ts";
import { vegaLite } from "./chart/vega-lite.ts";
import { marksCsv } from "./marks-csv.ts";
import { maxCsvRecords } from "./result-csv.ts";
import { useResultCsv } from "./use-result-csv.ts";
import type { ResultDetails } from "./use-result.ts";

interface ExportMenuProps {
  readonly fileName: string;
  readonly model: ChartModel;
  readonly marked: Marked;
  readonly caption: Caption;
  readonly details: ResultDetails;
}

/** The chart as a file, as it is drawn now. */
export function ExportMenu({ fileName, model, marked, caption, details }: ExportMenuProps) {
  const messages = useMessages();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const make = (ending: string, file: (colourOf: (token: Token) => string, font: string) => Promise<Blob> | Blob) => async () => {
    setAnchor(null);
    const look = getComputedStyle(document.documentElement);
    const of = (name: string) => look.getPropertyValue(name).trim();
    try {
      downloadBlob(`${fileName}.${ending}`, await file(of, of("--al-font")));
    } catch (error) {
      tellProblem(messages, error);
    }
  };
  const png = make("png", (colourOf, font) => pngFile(drawingOf(model, caption), colourOf, font));
  const svg = make("svg", (colourOf, font) => new Blob([svgFile(drawingOf(model, caption), colourOf, font)], { type: "image/svg+xml" }));
  const vega = make("vl.json", () => {
    const { width, height } = model.plot;
    const size = { width: Math.round(width), height: Math.round(height) };
    return new Blob([JSON.stringify(vegaLite(marked.spec, marked.marks, size), undefined, 2)], { type: "application/json" });
  });
  const marks = make("marks.csv", () => new Blob(["\uFEFF", marksCsv(marked.spec, marked.marks)], { type: "text/csv;charset=utf-8" }));
  const csv = useResultCsv(details);
  const isCut = details._embedded.resultsCount > maxCsvRecords;
  const records = csv && make("csv", async () => new Blob(["\uFEFF", await csv()], { type: "text/csv;charset=utf-8" }));
  const entries = [
    ["PNG picture", png],
    ["SVG picture", svg],
    ["Vega-Lite JSON", vega],
    ["CSV of the marks", marks],
    ...(records === undefined
      ? []
      : [[isCut ? `CSV of the first ${number(maxCsvRecords)} records` : "CSV of all records", records] as const]),
  ] as const;
  return (
    <>
      <Button
        size="small"
        className="vi-export"
        startIcon={<Icon name="download" size={16} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Export
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { "aria-label": "Export the chart" } }}
      >
        {entries.map(([title, run]) => (
          <MenuItem key={title} onClick={() => void run()}>
            {title}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
