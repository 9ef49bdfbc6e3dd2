import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { tellProblem } from "../../api/tell-problem.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import { emptySpec, readSpec, withBarSteps, type ChartSpec } from "./chart/chart-spec.ts";
import { barStep } from "./field-kind.ts";
import { autoSaveMillis, checkMillis, Redraw } from "./chart/redraw.ts";
import type { ResultDetails } from "./use-result.ts";

/** The chart of this window: its specification, its drawn state, and whether it is saved. */
export function useChart(details: ResultDetails) {
  const client = useClient();
  const messages = useMessages();
  const { graph, fields: known } = details._embedded;
  const fields = useMemo(() => new Map(known.map((field) => [field.name, field])), [known]);
  const withSteps = (given: ChartSpec) =>
    withBarSteps(given, (field) => {
      const found = fields.get(field);
      return found === undefined ? 1 : barStep(found);
    });
  const [spec, setSpec] = useState<ChartSpec>(() => withSteps(readSpec(graph, (field) => fields.has(field))));
  const [drawn, setDrawn] = useState(spec);
  const [changed, setChanged] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [isAutoSaving, setAutoSaving] = useState(false);
  const href = linkFor(details, "graph", "PUT");
  const latest = useRef(spec);
  const isChanged = useRef(false);
  /** Whether the last save failed: an auto save that fails again is not reported again. */
  const hasFailed = useRef(false);
  const [redraw] = useState(() => new Redraw());

  useEffect(() => {
    const timer = setInterval(() => {
      if (redraw.isDue(Date.now())) setDrawn(latest.current);
    }, checkMillis);
    return () => clearInterval(timer);
  }, [redraw]);

  const mark = (value: boolean) => {
    isChanged.current = value;
    setChanged(value);
  };
  const saveChart = async (isAutomatic: boolean): Promise<boolean> => {
    if (href === undefined || !isChanged.current) return false;
    const sent = latest.current;
    setSaving(true);
    try {
      await client.put("experimentResult.graph", href, { body: sent });
      hasFailed.current = false;
      if (latest.current === sent) mark(false);
      return true;
    } catch (error) {
      if (!isAutomatic || !hasFailed.current) tellProblem(messages, error);
      hasFailed.current = true;
      return false;
    } finally {
      setSaving(false);
    }
  };
  const autoSave = useEffectEvent(() => {
    if (isChanged.current) void saveChart(true);
  });
  const isTimed = isAutoSaving && href !== undefined;
  useEffect(() => {
    if (!isTimed) return undefined;
    const timer = setInterval(() => autoSave(), autoSaveMillis);
    return () => clearInterval(timer);
  }, [isTimed]);

  const change = (wanted: ChartSpec) => {
    const next = withSteps(wanted);
    if (JSON.stringify(next) === JSON.stringify(latest.current)) return;
    latest.current = next;
    setSpec(next);
    mark(true);
    redraw.changed(Date.now());
  };
  return {
    fields,
    spec,
    drawn,
    changed,
    isSaving,
    isAutoSaving,
    mayKeep: href !== undefined,
    isAtStake: () => isChanged.current && href !== undefined,
    change,
    clear: () => {
      const before = latest.current;
      change(emptySpec);
      messages.success("Chart cleared", { label: "Undo", run: () => change(before) });
    },
    save: () => saveChart(false),
    setAutoSaving,
  };
}
export type Chart = ReturnType<typeof useChart>;
