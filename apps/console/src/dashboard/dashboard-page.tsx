import Dialog from "@mui/material/Dialog";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, useSyncExternalStore } from "react";
import { FaultBoundary } from "../fault/fault-boundary.tsx";
import { clock, zoneName } from "../format/dates.ts";
import { State } from "../look/state.tsx";
import { holds, linkFor } from "../session/permissions.ts";
import { useProfile } from "../session/use-session.ts";
import { defaultSpan } from "./usage-range.ts";
import type { Range } from "./usage-range.ts";
import { UsageWidget } from "./usage-widget.tsx";

/** When the statistics were last heard of, over all widgets. */
function useUpdated(): number {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => Math.max(0, ...cache.findAll({ queryKey: ["stats"] }).map((query) => query.state.dataUpdatedAt)),
  );
}

export function DashboardPage() {
  const profile = useProfile();
  const updated = useUpdated();
  const [full, setFull] = useState(false);
  const [range, setRange] = useState<Range>("DAY");
  const [span, setSpan] = useState(() => defaultSpan(Date.now()));
  const href = linkFor(profile, "versionStats", "GET");
  if (href === undefined) {
    return (
      <section className="card">
        <State icon="dashboard" title="No usage to show">
          <p>
            Usage of deployed solutions shows to those who may list versions. Ask your organisation's administrator for that permission.
          </p>
        </State>
      </section>
    );
  }
  const widget = (
    <FaultBoundary>
      <UsageWidget
        titleId="usage-all"
        title="All deployed solutions"
        href={href}
        versionKey="ALL"
        range={range}
        onRange={setRange}
        span={span}
        onSpan={setSpan}
        full={full}
        onToggleFull={() => setFull(!full)}
        whenEmpty={holds(profile, "solutions.list") && <Link to="/admin/solutions">Open solutions</Link>}
      />
    </FaultBoundary>
  );
  return (
    <>
      <div className="dashboard-head">
        <p className="helper">
          Executions of deployed solutions. Times in {zoneName()}
          {updated > 0 ? `, updated ${clock(new Date(updated))}.` : "."}
        </p>
      </div>
      <div className="dashboard-grid">{full ? <div className="card widget" aria-hidden="true" /> : widget}</div>
      <Dialog open={full} onClose={() => setFull(false)} aria-labelledby="usage-all" slotProps={{ paper: { className: "dashboard-full" } }}>
        {full && widget}
      </Dialog>
    </>
  );
}
