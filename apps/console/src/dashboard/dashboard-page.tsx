import type { DashboardItem } from "@airlock/contract";
import Button from "@mui/material/Button";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import { FaultBoundary } from "../parts/fault/fault-boundary.tsx";
import { clock, zoneName } from "../ui/format/dates.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { State } from "../ui/state.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";
import { holds, linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { FirstRun } from "./first-run/first-run.tsx";
import { OpenFirings } from "./open-firings.tsx";
import { DashboardGrid } from "./grid/dashboard-grid.tsx";
import { compact, place } from "./grid/grid.ts";
import { sizeOf } from "./item-types.ts";
import { useDashboard } from "./use-dashboard.ts";
import { useUpdated } from "./use-updated.ts";
import { PanelWidget } from "./panels/panel-widget.tsx";
import { panelOf } from "./panels/panels.ts";
import { UsageWidget } from "./usage-widget.tsx";
import type { WidgetProps } from "./widget-frame.tsx";

const AddItemDialog = lazy(async () => ({ default: (await import("./add-item-dialog.tsx")).AddItemDialog }));

export function DashboardPage() {
  const profile = useProfile();
  const href = linkFor(profile, "versionStats", "GET");
  const detailsHref = linkFor(profile, "statsDetails", "GET");
  if (href !== undefined && detailsHref !== undefined) return <Dashboard href={href} detailsHref={detailsHref} />;
  return (
    <section className="card">
      <State icon="dashboard" title="No usage to show">
        <p>You need permission to list versions to see usage. Ask your organisation's administrator.</p>
      </State>
    </section>
  );
}

function Dashboard({ href, detailsHref }: { readonly href: string; readonly detailsHref: string }) {
  const profile = useProfile();
  const messages = useMessages();
  const updated = useUpdated();
  const { items, change } = useDashboard();
  const [adding, setAdding] = useState(false);
  const [fullId, setFullId] = useState<string>();
  const full = items.find(({ i }) => i === fullId);
  const hasExecutions = holds(profile, "executions.list");

  const set = (i: string, config: DashboardItem["config"]) =>
    change((all) => all.map((item) => (item.i === i ? { ...item, config } : item)));
  const remove = (item: DashboardItem) => {
    change((all) => compact(all.filter(({ i }) => i !== item.i)));
    messages.success(`${item.config.title} removed.`, { label: "Undo", run: () => change((all) => compact([...all, item])) });
  };
  const widget = (item: DashboardItem, handle?: ReactNode) => {
    const panel = panelOf(item.config.type);
    const props: WidgetProps = {
      item,
      href: panel === undefined ? href : detailsHref,
      onConfig: (config) => set(item.i, config),
      onRemove: () => remove(item),
      full: handle === undefined,
      onToggleFull: () => setFullId(handle === undefined ? undefined : item.i),
      handle,
      hasExecutions,
      whenEmpty: holds(profile, "solutions.list") && <Link to="/admin/solutions">Open solutions</Link>,
    };
    return <FaultBoundary>{panel === undefined ? <UsageWidget {...props} /> : <PanelWidget panel={panel} {...props} />}</FaultBoundary>;
  };
  return (
    <>
      <div className="dashboard-head">
        <p className="helper">
          Executions of deployed solutions. Times in {zoneName()}
          {updated > 0 ? `, updated ${clock(new Date(updated))}.` : "."}
        </p>
        <Button variant="contained" startIcon={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
          Add
        </Button>
      </div>
      <FirstRun />
      <OpenFirings />
      {items.length === 0 ? (
        <section className="card">
          <State icon="dashboard" title="Nothing on the dashboard">
            <p>Add the usage of a deployed solution, or of all of them.</p>
          </State>
        </section>
      ) : (
        <DashboardGrid items={items} onChange={(next) => change(() => next)}>
          {(item, handle) => (item.i === full?.i ? <div className="card widget" aria-hidden="true" /> : widget(item, handle))}
        </DashboardGrid>
      )}
      <Dialog
        open={full !== undefined}
        onClose={() => setFullId(undefined)}
        aria-labelledby={`widget-${full?.i}`}
        slotProps={{ paper: { className: "dashboard-full" } }}
      >
        {full && widget(full)}
      </Dialog>
      <Suspense>
        {adding && (
          <AddItemDialog
            onClose={() => setAdding(false)}
            onAdd={(config) => {
              setAdding(false);
              const i = crypto.randomUUID();
              change((all) => place(all, { i, x: 0, y: 0, ...sizeOf(config.type), config }));
              // It may be below the fold.
              requestAnimationFrame(() => document.querySelector(`[data-item="${i}"]`)?.scrollIntoView({ block: "nearest" }));
            }}
          />
        )}
      </Suspense>
    </>
  );
}
