import type { MappedField } from "@airlock/contract";
import { mappingProblems } from "@airlock/contract/experiment-mapping";
import Button from "@mui/material/Button";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useState } from "react";
import { mappingFor } from "../field-mapping/mapping.ts";
import { MappingTable } from "../field-mapping/mapping-table.tsx";
import { carriedByProposal, freeColumns, proposedCarry } from "../field-mapping/proposed-carry.ts";
import { SourceField } from "../field-mapping/source-field.tsx";
import { useDatasourceSearch } from "../search/use-source-search.ts";
import { useChosenDatasource } from "../field-mapping/use-chosen-datasource.ts";
import { FaultPanel } from "../fault/fault-panel.tsx";
import { counted } from "../../ui/format/numbers.ts";
import type { Choice } from "../list-page/column.ts";
import type { OverDatasource } from "./over-choice.ts";
import type { SideFields } from "./use-side-fields.ts";
import "./over-dialog.css";

interface OverDialogProps {
  /** What both flows ask for; undefined until it is known. */
  readonly sides: SideFields;
  readonly initial: OverDatasource | undefined;
  readonly onChoose: (over: OverDatasource) => void;
  readonly onClose: () => void;
}

/** The datasource that both flows are run over, and the source of each of their fields: guessed by name, to be corrected by the user. */
export function OverDialog({ sides, initial, onChoose, onClose }: OverDialogProps) {
  const [chosen, setChosen] = useState<Choice | null>(
    initial === undefined ? null : { value: initial.datasource.id, label: initial.datasource.name },
  );
  const [mapped, setMapped] = useState<readonly MappedField[]>(initial?.fieldMapping ?? []);
  const datasource = useChosenDatasource(chosen?.value);
  const { fields = [] } = sides;
  const columns = datasource.columns ?? [];
  const mapping = mappingFor(fields, columns, mapped);
  const problems = new Map(mappingProblems(fields, columns, mapping).map((problem) => [problem.key, problem]));
  const isReady = datasource.fields?.status === "ready" && sides.fields !== undefined;
  const recordCount = datasource.fields?.recordCount ?? null;
  const change = (entry: MappedField) => setMapped([...mapping.filter(({ key }) => key !== entry.key), entry]);
  const choose = () => {
    if (chosen === null) return;
    // What was carried before comes along again; of another datasource, what its profile proposes.
    const carry =
      initial?.datasource.id === chosen.value
        ? initial.carry
        : carriedByProposal(proposedCarry(freeColumns(columns, mapping), datasource.profileOf, recordCount ?? 0));
    onChoose({ datasource: { id: chosen.value, name: chosen.label, recordCount }, records: "all", fieldMapping: mapping, carry });
  };
  return (
    <Dialog open fullWidth maxWidth="lg" onClose={onClose} aria-labelledby="cmp-over-title">
      <DialogTitle id="cmp-over-title">Compare over a datasource</DialogTitle>
      <DialogContent className="cmp-over">
        <SourceField
          label="Datasource"
          icon="datasources"
          search={useDatasourceSearch()}
          value={chosen}
          onChange={(value) => {
            setChosen(value);
            setMapped([]);
          }}
          disabled={false}
          error={datasource.error !== null}
          mark={recordCount === null ? undefined : <span className="muted num">{counted(recordCount, "record")}</span>}
          helper="Both flows run over every record of it, inside the database. Live versions do not change."
        />
        {sides.error !== undefined && <FaultPanel error={sides.error} onRetry={sides.retry} />}
        {chosen !== null && isReady && fields.length === 0 && (
          <p className="muted">Neither flow has application fields: they run the same way for every record.</p>
        )}
        {chosen !== null && isReady && fields.length > 0 && (
          <MappingTable {...{ fields, mapping, problems, columns }} firstValues={datasource.firstValues} onChange={change} />
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="contained" disabled={chosen === null || !isReady || problems.size > 0} onClick={choose}>
          Use this datasource
        </Button>
      </DialogActions>
    </Dialog>
  );
}
