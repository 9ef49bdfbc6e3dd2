import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Skeleton from "@mui/material/Skeleton";
import { counted } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { State } from "../../ui/state.tsx";
import { ColumnRow } from "./column-row.tsx";
import { findingOf, withAllSelected, withNewColumn } from "./mapping.ts";
import type { TabName } from "../editor/prediction-search.ts";
import { spreadOf } from "./spread-of.ts";
import { useDatasource } from "../editor/use-datasource.ts";
import type { Draft } from "../editor/use-draft.ts";
import { Scrolls } from "../../parts/charts/scrolls.tsx";
import { ActionsHead } from "../../parts/list-page/head-cells.tsx";

interface MappingTabProps {
  readonly draft: Draft;
  readonly mayEdit: boolean;
  readonly onTab: (name: TabName) => void;
}

/** Which column is the label, which ones are learned from, and how each is read. */
export function MappingTab({ draft, mayEdit, onTab }: MappingTabProps) {
  const { mapping, trainingDatasource } = draft.fields;
  const { datasource, metadata, isGone, isLoading } = useDatasource(trainingDatasource);
  if (isLoading) return <Skeleton height={320} />;
  if (trainingDatasource === null || isGone || datasource === undefined || datasource._embedded.status !== "ready") {
    return (
      <section className="card">
        <State
          icon="datasources"
          title="Please select a valid training datasource first."
          actions={
            <Button variant="outlined" onClick={() => onTab("datasources")}>
              Select a datasource
            </Button>
          }
        >
          <p>Its columns will appear here: choose the one to predict, and those to predict it from.</p>
        </State>
      </section>
    );
  }
  const { name, recordCount } = datasource._embedded;
  const inputs = mapping.columns.filter(({ key }) => key !== mapping.labelField);
  const used = mapping.selectedRowKeys.length;
  const known = new Map(metadata?.columns.map((column) => [column.key, column]));
  return (
    <section className="card pe-mapping" aria-label="Field mappings">
      <header className="pe-card-head">
        <span className="muted">Training datasource</span>
        <span className="chip pe-source">
          <Icon name="datasources" size={14} />
          {name}
        </span>
        {recordCount !== null && <span className="muted num">{counted(recordCount, "record")}</span>}
        <span className="grow" />
        <span className="muted num">
          {used} of {counted(inputs.length, "input")} used
        </span>
        {mayEdit && (
          <Button
            variant="outlined"
            size="small"
            startIcon={<Icon name="plus" size={14} />}
            onClick={() => draft.changeMapping(withNewColumn)}
          >
            Add column
          </Button>
        )}
      </header>
      {mapping.labelField === "" && (
        <p className="pe-note">
          <Icon name="info" size={16} />
          Choose the label: the column to predict.
        </p>
      )}
      <Scrolls className="pe-scroll" label="Columns">
        <table className="data-table pe-map" aria-label="Field mappings">
          <thead className="sr-when-narrow">
            <tr>
              <th className="pe-tight">
                <Checkbox
                  checked={used > 0 && used === inputs.length}
                  indeterminate={used > 0 && used < inputs.length}
                  disabled={!mayEdit}
                  slotProps={{ input: { "aria-label": "Use all" } }}
                  onChange={() => draft.changeMapping((now) => withAllSelected(now, used < inputs.length))}
                />
              </th>
              <th className="pe-name">Name</th>
              <th className="pe-type">Type</th>
              <th className="pe-label">Label</th>
              <th>Boundaries or values</th>
              <th className="pe-spread">Spread</th>
              <ActionsHead className="pe-acts" />
            </tr>
          </thead>
          <tbody>
            {mapping.columns.map((column) => {
              const profile = known.get(column.key)?.profile ?? null;
              return (
                <ColumnRow
                  key={column.key}
                  column={column}
                  selected={mapping.selectedRowKeys.includes(column.key)}
                  isLabel={mapping.labelField === column.key}
                  spread={spreadOf(column.name, profile)}
                  finding={findingOf({ name: column.name, type: column.type, profile, records: recordCount })}
                  isFound={known.size === 0 || known.has(column.key) || metadata?.columns.some((one) => one.name === column.name) === true}
                  mayEdit={mayEdit}
                  changeMapping={draft.changeMapping}
                />
              );
            })}
          </tbody>
        </table>
      </Scrolls>
      {mapping.columns.length === 0 && <p className="nothing-yet">The datasource has no columns.</p>}
    </section>
  );
}
