/** Where a field can be dropped, in the order of the page. */
export const channelNames = ["x", "y", "color", "size"] as const;
export type ChannelName = (typeof channelNames)[number];

export const channelTitles: Readonly<Record<ChannelName, string>> = { x: "X axis", y: "Y axis", color: "Tick colour", size: "Size" };

/** Quantitative is measured, ordinal is numbers that stand for themselves, nominal is words. */
export type ChannelType = "quantitative" | "ordinal" | "nominal";

export interface Channel {
  readonly field: string;
  readonly type: ChannelType;
  readonly bin?: { readonly step: number };
  readonly scale?: { readonly type: "log" };
}

/** What is kept with a result: how its chart is drawn, in the words of Vega-Lite. */
export interface ChartSpec {
  readonly mark: "square";
  readonly width: number;
  readonly height: number;
  readonly encoding: { readonly [name in ChannelName]?: Channel } & { readonly tooltip?: readonly Channel[] };
}

export const defaultSize = 250;
export const emptySpec: ChartSpec = { mark: "square", width: defaultSize, height: defaultSize, encoding: {} };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function channelIn(value: unknown, isKnown: (field: string) => boolean): Channel | undefined {
  if (!isRecord(value)) return undefined;
  const { field, type, bin, scale } = value;
  if (typeof field !== "string" || !isKnown(field)) return undefined;
  if (type !== "quantitative" && type !== "ordinal" && type !== "nominal") return undefined;
  const step = isRecord(bin) ? bin["step"] : undefined;
  return {
    field,
    type,
    ...(typeof step === "number" && step > 0 && type !== "nominal" ? { bin: { step } } : {}),
    ...(isRecord(scale) && scale["type"] === "log" && type === "quantitative" ? { scale: { type: "log" } } : {}),
  };
}

/** The chart that was kept. What is not a chart, or speaks of fields that are gone, is left out. */
export function readSpec(graph: unknown, isKnown: (field: string) => boolean): ChartSpec {
  const encoding = isRecord(graph) ? graph["encoding"] : undefined;
  if (!isRecord(encoding)) return emptySpec;
  return withChannels(Object.fromEntries(channelNames.map((name) => [name, channelIn(encoding[name], isKnown)])));
}

/** What a mark tells of itself: every field that is drawn. */
function withChannels(given: { readonly [name in ChannelName]?: Channel | undefined }): ChartSpec {
  const entries = channelNames.flatMap((name) => {
    const channel = given[name];
    return channel === undefined ? [] : [[name, channel] as const];
  });
  if (entries.length === 0) return emptySpec;
  return { ...emptySpec, encoding: { ...Object.fromEntries(entries), tooltip: entries.map(([, { field, type }]) => ({ field, type })) } };
}

export function channelOf(spec: ChartSpec, name: ChannelName): Channel | undefined {
  return spec.encoding[name];
}

/** A field stands at one place only: put elsewhere it leaves where it was, with its options if the new place can keep them. */
export function withField(spec: ChartSpec, name: ChannelName, field: string, type: ChannelType): ChartSpec {
  const before = channelNames.map((one) => channelOf(spec, one)).find((channel) => channel?.field === field);
  const kept = Object.fromEntries(
    channelNames.map((one) => [one, channelOf(spec, one)?.field === field ? undefined : channelOf(spec, one)]),
  );
  return withChannels({ ...kept, [name]: before ?? { field, type } });
}

export function withoutChannel(spec: ChartSpec, name: ChannelName): ChartSpec {
  return withChannels({ ...spec.encoding, [name]: undefined });
}

export function withChannel(spec: ChartSpec, name: ChannelName, channel: Channel): ChartSpec {
  return withChannels({ ...spec.encoding, [name]: channel });
}

export function usedFields(spec: ChartSpec): ReadonlySet<string> {
  return new Set(channelNames.flatMap((name) => channelOf(spec, name)?.field ?? []));
}
