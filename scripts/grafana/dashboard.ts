/** A dashboard as a table of panels, and the JSON that Grafana imports. */
export interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly rows: readonly { readonly title: string; readonly panels: readonly Panel[] }[];
}

export interface Panel {
  readonly title: string;
  readonly description?: string;
  /** One of Grafana's units. */
  readonly unit: "reqps" | "s" | "percentunit" | "short" | "bytes" | "bool_on_off";
  readonly kind?: "timeseries" | "stat";
  /** PromQL by legend. `$selected` is replaced by the matcher of the chosen namespaces. */
  readonly queries: Readonly<Record<string, string>>;
}

const columns = 24;
const datasource = { type: "prometheus", uid: "${datasource}" };

export function grafanaJson({ uid, title, rows }: Dashboard): string {
  const panels: unknown[] = [];
  let top = 0;
  for (const row of rows) {
    panels.push({
      id: panels.length + 1,
      type: "row",
      title: row.title,
      collapsed: false,
      panels: [],
      gridPos: { x: 0, y: top, w: columns, h: 1 },
    });
    top += 1;
    let left = 0;
    let tallest = 0;
    for (const panel of row.panels) {
      const { w, h } = panel.kind === "stat" ? { w: 4, h: 4 } : { w: 8, h: 8 };
      if (left + w > columns) {
        top += tallest;
        left = 0;
        tallest = 0;
      }
      panels.push(panelJson(panel, panels.length + 1, { x: left, y: top, w, h }));
      left += w;
      tallest = Math.max(tallest, h);
    }
    top += tallest;
  }
  const json = {
    uid,
    title,
    tags: ["airlock"],
    editable: true,
    schemaVersion: 39,
    refresh: "30s",
    time: { from: "now-3h", to: "now" },
    timezone: "utc",
    templating: {
      list: [
        { name: "datasource", label: "Data source", type: "datasource", query: "prometheus" },
        {
          name: "namespace",
          label: "Namespace",
          type: "query",
          datasource,
          query: 'label_values(process_start_time_seconds{job=~"airlock-.*"}, namespace)',
          refresh: 2,
          multi: true,
          includeAll: true,
          // Outside Kubernetes there is no such label, which this matches, too.
          allValue: ".*",
          current: { text: "All", value: "$__all" },
        },
      ],
    },
    panels,
  };
  return `${JSON.stringify(json, undefined, 2)}\n`;
}

function panelJson(panel: Panel, id: number, gridPos: unknown): unknown {
  const kind = panel.kind ?? "timeseries";
  return {
    id,
    type: kind,
    title: panel.title,
    ...(panel.description === undefined ? {} : { description: panel.description }),
    datasource,
    gridPos,
    fieldConfig: { defaults: { unit: panel.unit, min: 0 }, overrides: [] },
    options:
      kind === "stat"
        ? { reduceOptions: { calcs: ["lastNotNull"] }, colorMode: "value", graphMode: "area" }
        : { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } },
    targets: Object.entries(panel.queries).map(([legendFormat, expr], index) => ({
      refId: String.fromCodePoint(65 + index),
      datasource,
      expr: expr.replaceAll("$selected", 'namespace=~"$namespace"'),
      legendFormat,
      range: true,
    })),
  };
}
