import type { HeatFields, Resource, StatsFields, VersionFields } from "@airlock/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { defaultSpan, type Range, type Span } from "../dashboard/usage-range.ts";
import { linkFor } from "../session/permissions.ts";
import { useClient } from "../session/use-session.ts";
import { frameOf } from "./heat-frame.ts";

type Version = Resource<VersionFields>;

/** Traffic of a version in a time that is chosen: a range, and a shorter window within it. */
export function useHeat(version: Version | undefined, node: string | undefined) {
  const client = useClient();
  const [chosen, setChosen] = useState<{ readonly range: Range; readonly span: Span; readonly now: number }>(() => {
    const now = Date.now();
    return { range: "WEEK", span: defaultSpan(now), now };
  });
  const [window, setWindow] = useState<Span>();
  const frame = frameOf(chosen.range, chosen.now, chosen.span);
  const asked = window ?? frame;
  const href = linkFor(version, "heat", "GET");
  const heat = useQuery({
    queryKey: ["heat", href, asked.start, asked.end, node],
    enabled: href !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({ start: iso(asked.start), end: iso(asked.end), ...(node === undefined ? {} : { node }) });
      return client.request<Resource<HeatFields>>("GET", `${href}?${search}`, { signal });
    },
  });
  const statsHref = linkFor(version, "stats", "GET");
  const stats = useQuery({
    queryKey: ["heat stats", statsHref, frame.start, frame.end, frame.gran],
    enabled: statsHref !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({ start: iso(frame.start), end: iso(frame.end), gran: frame.gran });
      return client.request<Resource<StatsFields>>("GET", `${statsHref}?${search}`, { signal });
    },
  });
  return {
    range: chosen.range,
    span: chosen.span,
    frame,
    window: asked,
    mayRead: href !== undefined,
    heat,
    bars: stats.data?._embedded.stats,
    choose: (range: Range, span = chosen.span) => {
      setChosen({ range, span, now: Date.now() });
      setWindow(undefined);
    },
    look: (span: Span) => setWindow(span.start === frame.start && span.end === frame.end ? undefined : span),
    refresh: () => {
      setChosen((before) => ({ ...before, now: Date.now() }));
      void heat.refetch();
      void stats.refetch();
    },
  };
}
export type Heat = ReturnType<typeof useHeat>;

function iso(millis: number): string {
  return new Date(millis).toISOString();
}
