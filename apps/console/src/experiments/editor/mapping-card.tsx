import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { counted, number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { MappingTable } from "../../parts/field-mapping/mapping-table.tsx";
import { undecidedTexts } from "../../parts/field-mapping/undecided-rows.ts";
import type { ExperimentEditor } from "./use-experiment-editor.ts";

/** Where each application field of the solution gets its value. */
export function MappingCard({ editor }: { readonly editor: ExperimentEditor }) {
  const { draft, fields, mapping, problems, datasource, solution, mayChange } = editor;
  const columns = datasource.columns;
  const filled = mapping?.filter(({ key, value }) => value !== "" && !problems.has(key)).length ?? 0;
  const undecided =
    fields === undefined || mapping === undefined
      ? []
      : undecidedTexts(fields, mapping, datasource.profileOf, datasource.fields?.recordCount ?? 0);
  return (
    <section className="card ex-mapping" aria-label="Field mapping">
      <header className="ex-head">
        <h2>Field mapping</h2>
        {fields !== undefined && (
          <span className="muted num">
            {counted(fields.length, "application field")}, {number(filled)} mapped
          </span>
        )}
        <span className="grow" />
        {mayChange && (
          <Button
            variant="outlined"
            size="small"
            startIcon={<Icon name="link" size={14} />}
            disabled={fields === undefined || fields.length === 0 || columns === undefined}
            onClick={editor.mapByName}
          >
            Map by name
          </Button>
        )}
      </header>
      {undecided.map((text) => (
        <p key={text} className="note ex-undecided" role="note">
          <Icon name="warning" size={16} />
          {text}
        </p>
      ))}
      {draft.solution === null ? (
        <p className="ex-nothing muted">Choose a solution to see its fields.</p>
      ) : !solution.mayRead ? (
        <p className="ex-nothing muted">None of your roles allows you to see the fields of the solution.</p>
      ) : solution.error && fields === undefined ? (
        <FaultPanel error={solution.error} onRetry={() => void solution.refresh()} />
      ) : fields === undefined || mapping === undefined ? (
        <div className="ex-waiting" aria-busy="true">
          {Array.from({ length: 5 }, (_, row) => (
            <Skeleton key={row} variant="rounded" height={28} />
          ))}
        </div>
      ) : fields.length === 0 ? (
        <p className="ex-nothing muted">The solution has no application fields: it runs the same way for every record.</p>
      ) : (
        <MappingTable
          fields={fields}
          mapping={mapping}
          problems={problems}
          columns={columns ?? []}
          firstValues={datasource.firstValues}
          onChange={mayChange ? editor.map : undefined}
        >
          <colgroup>
            <col className="ex-col-field" />
            <col className="ex-col-type" />
            <col className="ex-col-source" />
            <col className="ex-col-value" />
            <col />
            <col className="ex-col-takes" />
          </colgroup>
        </MappingTable>
      )}
    </section>
  );
}
