import Autocomplete from "@mui/material/Autocomplete";
import Chip from "@mui/material/Chip";
import TextField from "@mui/material/TextField";
import type { ExperimentEditor } from "./use-experiment-editor.ts";

/** Columns of the datasource that are stored with the results although no field takes them. */
export function CarryCard({ editor }: { readonly editor: ExperimentEditor }) {
  const { carry, carriable, isCarryProposed, mayChange } = editor;
  if (editor.datasource.columns === undefined) return null;
  return (
    <section className="card ex-carry" aria-label="Columns to carry along">
      <Autocomplete
        multiple
        disableCloseOnSelect
        options={[...carriable]}
        value={[...carry]}
        disabled={!mayChange}
        onChange={(_event, names) => editor.chooseCarry(names)}
        getOptionDisabled={() => carry.length >= 20}
        renderValue={(names, itemProps) =>
          names.map((name, index) => {
            const { key, ...item } = itemProps({ index });
            return <Chip key={key} {...item} size="small" className="df carried" label={name} />;
          })
        }
        renderInput={(input) => (
          <TextField
            {...input}
            label="Columns to carry along"
            placeholder={carry.length === 0 ? "None" : ""}
            helperText={
              isCarryProposed && carry.length > 0
                ? "Proposed: the key column and the column with the outcome. They are stored with the results and shown beside them."
                : "Stored with the results and shown beside them: in the visualiser, in changed records and in their CSV."
            }
          />
        )}
      />
    </section>
  );
}
