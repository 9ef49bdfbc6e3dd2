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
  /** Only of Y: the mean of the field over the records of a bar. */
  readonly aggregate?: "mean";
}

/** Only of Y: the number of records of a bar. It has no field. */
interface Count {
  readonly aggregate: "count";
  readonly type: "quantitative";
}
const count: Count = { aggregate: "count", type: "quantitative" };

interface Channels {
  readonly x?: Channel;
  readonly y?: Channel | Count;
  readonly color?: Channel;
  readonly size?: Channel;
}

/** What is kept with a result: how its chart is drawn, in the words of Vega-Lite. Bars are drawn where Y is an aggregate. */
export interface ChartSpec {
  readonly mark: "square" | "bar";
  readonly width: number;
  readonly height: number;
  readonly encoding: Channels & { readonly tooltip?: readonly Channel[] };
}

export const isBars = ({ mark }: Pick<ChartSpec, "mark">) => mark === "bar";
export const countTitle = "count of records";
export const meanTitle = (field: string) => `mean of ${field}`;

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

function measureIn(value: unknown, isKnown: (field: string) => boolean): Channel | Count | undefined {
  const aggregate = isRecord(value) ? value["aggregate"] : undefined;
  if (aggregate === "count") return count;
  const channel = channelIn(value, isKnown);
  return channel === undefined || aggregate !== "mean" ? channel : meanOf(channel.field);
}

/** Parses a stored chart. Ignores anything that is not a chart, and fields that no longer exist. */
export function readSpec(graph: unknown, isKnown: (field: string) => boolean): ChartSpec {
  const encoding = isRecord(graph) ? graph["encoding"] : undefined;
  if (!isRecord(encoding)) return emptySpec;
  const of = (name: ChannelName) => channelIn(encoding[name], isKnown);
  return withChannels({ x: of("x"), y: measureIn(encoding["y"], isKnown), color: of("color"), size: of("size") });
}

type Given = { readonly [name in keyof Channels]: Channels[name] | undefined };

const isAggregate = (channel: Channel | Count | undefined) => channel?.aggregate !== undefined;
const meanOf = (field: string): Channel => ({ field, type: "quantitative", aggregate: "mean" });

/** The channels that a mark's description lists: every field that is drawn. A bar has no size channel, because its height is its size. */
function withChannels({ x, y, color, size }: Given): ChartSpec {
  const isBar = isAggregate(y);
  const kept: Given = { x, y, color, size: isBar ? undefined : size };
  const entries = channelNames.flatMap((name) => {
    const channel = kept[name];
    return channel === undefined ? [] : [[name, channel] as const];
  });
  if (entries.length === 0) return emptySpec;
  const tooltip = entries.flatMap(([, channel]) => (channel.aggregate === "count" ? [] : [{ field: channel.field, type: channel.type }]));
  return { ...emptySpec, mark: isBar ? "bar" : "square", encoding: { ...Object.fromEntries(entries), tooltip } };
}

/** Undefined where there is no field, also for a count. */
export function channelOf(spec: ChartSpec, name: ChannelName): Channel | undefined {
  const channel = spec.encoding[name];
  return channel?.aggregate === "count" ? undefined : channel;
}

/**
 * Moves a field to a channel. A field is in one channel at most, so it is removed from the previous one; its options are kept where the new channel
 * supports them.
 */
export function withField(spec: ChartSpec, name: ChannelName, field: string, type: ChannelType): ChartSpec {
  const before = channelNames.map((one) => channelOf(spec, one)).find((channel) => channel?.field === field);
  return withChannels({ ...without(spec, field), [name]: before === undefined || isAggregate(before) ? { field, type } : before });
}

function without({ encoding }: ChartSpec, field: string): Channels {
  return Object.fromEntries(
    channelNames.flatMap((name) => {
      const channel = encoding[name];
      return channel === undefined || ("field" in channel && channel.field === field) ? [] : [[name, channel]];
    }),
  );
}

export function withoutChannel(spec: ChartSpec, name: ChannelName): ChartSpec {
  return withChannels({ ...channelsOf(spec), [name]: undefined });
}

export function withChannel(spec: ChartSpec, name: ChannelName, channel: Channel): ChartSpec {
  return withChannels({ ...channelsOf(spec), [name]: channel });
}

const channelsOf = ({ encoding: { x, y, color, size } }: ChartSpec): Given => ({ x, y, color, size });

/** Bars as high as the number of their records. */
export function withCount(spec: ChartSpec): ChartSpec {
  return withChannels({ ...channelsOf(spec), y: count });
}

/** Bars as high as the mean of a field, which leaves the place it had. */
export function withMean(spec: ChartSpec, field: string): ChartSpec {
  return withChannels({ ...without(spec, field), y: meanOf(field) });
}

/** A measure on X is cut into steps under bars, and has no log scale: bars of equal steps have equal width. */
export function withBarSteps(spec: ChartSpec, stepFor: (field: string) => number): ChartSpec {
  const { x } = spec.encoding;
  if (!isBars(spec) || x?.type !== "quantitative" || (x.bin !== undefined && x.scale === undefined)) return spec;
  return withChannel(spec, "x", { field: x.field, type: x.type, bin: x.bin ?? { step: stepFor(x.field) } });
}

export function usedFields(spec: ChartSpec): ReadonlySet<string> {
  return new Set(channelNames.flatMap((name) => channelOf(spec, name)?.field ?? []));
}
