import type { Resource, VersionFields } from "@airlock/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { defaultSpan, type Range, type Span } from "../time-range/usage-range.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useResource } from "../../api/use-resource.ts";
import { frameOf } from "./heat-frame.ts";

type Version = Resource<VersionFields>;

/** The heat map of a version in a chosen period: a range, and a shorter window within it. */
export function useHeat(version: Version | undefined, node: string | undefined) {
  const [chosen, setChosen] = useState<{ readonly range: Range; readonly span: Span; readonly now: number }>(() => {
    const now = Date.now();
    return { range: "WEEK", span: defaultSpan(now), now };
  });
  const [window, setWindow] = useState<Span>();
  const frame = frameOf(chosen.range, chosen.now, chosen.span);
  const shown = window ?? frame;
  const href = linkFor(version, "heat", "GET");
  const heat = useResource("version.heat", {
    queryKey: ["heat", href, shown.start, shown.end, node],
    href,
    query: { start: iso(shown.start), end: iso(shown.end), node },
    isForeground: true,
    placeholderData: keepPreviousData,
  });
  const statsHref = linkFor(version, "stats", "GET");
  const stats = useResource("version.stats", {
    queryKey: ["heat stats", statsHref, frame.start, frame.end, frame.gran],
    href: statsHref,
    query: { start: iso(frame.start), end: iso(frame.end), gran: frame.gran },
    isForeground: true,
    placeholderData: keepPreviousData,
  });
  return {
    range: chosen.range,
    span: chosen.span,
    frame,
    window: shown,
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
