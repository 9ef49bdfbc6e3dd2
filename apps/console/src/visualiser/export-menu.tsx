import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { downloadBlob } from "../format/download-blob.ts";
import { Icon } from "../look/icon.tsx";
import { tellProblem } from "../messages/tell-problem.ts";
import { useMessages } from "../messages/use-messages.ts";
import type { ChartModel } from "./chart-model.ts";
import type { Token } from "./colours.ts";
import { drawingOf } from "./drawing.ts";
import { pngFile, svgFile } from "./picture-files.ts";
import type { Marked } from "./use-marks.ts";
import { vegaLite } from "./vega-lite.ts";

interface ExportMenuProps {
  readonly fileName: string;
  readonly model: ChartModel;
  readonly marked: Marked;
}

/** The chart as a file, as it is drawn now. */
export function ExportMenu({ fileName, model, marked }: ExportMenuProps) {
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
  const png = make("png", (colourOf, font) => pngFile(drawingOf(model), colourOf, font));
  const svg = make("svg", (colourOf, font) => new Blob([svgFile(drawingOf(model), colourOf, font)], { type: "image/svg+xml" }));
  const vega = make("vl.json", () => {
    const { width, height } = model.plot;
    const size = { width: Math.round(width), height: Math.round(height) };
    return new Blob([JSON.stringify(vegaLite(marked.spec, marked.marks, size), undefined, 2)], { type: "application/json" });
  });
  const entries = [
    ["PNG picture", png],
    ["SVG picture", svg],
    ["Vega-Lite JSON", vega],
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
