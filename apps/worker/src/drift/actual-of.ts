import type { Label } from "@airlock/model";
import { bandOf } from "@airlock/model";
import { bandName } from "../training/survey.ts";

/** The bands into which a numeric label was cut. */
export interface Bands {
  readonly bounds: readonly number[];
  readonly type: string;
}

/** Reads a known outcome from a datasource: the index of its class, or the number. Undefined if the model has no such class. */
export function actualReader(label: Label, bands: Bands | undefined): (text: string) => number | undefined {
  if (label.kind === "number") return numberFrom;
  const places = new Map(label.values.map((value, place) => [value, place]));
  // The same number may be written differently: 1, 1.0 and 1e0.
  const byNumber = new Map(
    label.values.flatMap((value, place) => {
      const number = numberFrom(value);
      return number === undefined ? [] : [[number, place] as const];
    }),
  );
  return (text) => {
    const place = places.get(text);
    if (place !== undefined) return place;
    const number = numberFrom(text);
    if (number === undefined) return undefined;
    if (bands === undefined) return byNumber.get(number);
    return places.get(bandName(bands.bounds, bandOf(bands.bounds, number), bands.type));
  };
}

function numberFrom(text: string): number | undefined {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}
