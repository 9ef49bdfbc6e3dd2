import type { PredictionColumn, PredictionSettings, ValidationKind } from "@airlock/contract";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { NumberField } from "../../ui/number-field.tsx";

const validations: readonly { readonly kind: ValidationKind; readonly text: string; readonly note: string }[] = [
  { kind: "rows", text: "A random 15 % of the rows", note: "Held out: never used for training." },
  { kind: "time", text: "The latest rows", note: "Learns from the past and is evaluated on what came after." },
  { kind: "test", text: "The test datasource", note: "The model learns from the whole training datasource." },
];

const numberFields = [
  { name: "trees", label: "Maximum number of trees", min: 1, max: 5000, helper: "Stops early when it no longer improves." },
  { name: "leaves", label: "Leaves of a tree", min: 2, max: 32 },
  { name: "learningRate", label: "Learning rate", whole: false, min: 0.001, max: 1, helper: "Smaller is slower and often better." },
  { name: "searchSeconds", label: "Search, seconds", min: 0, max: 3600, helper: "Time to search for better parameters. 0: no search." },
  { name: "seed", label: "Seed", min: 0, max: 2_147_483_647, helper: "The same seed and rows give the same trees." },
] as const;

interface SettingsFieldsProps {
  readonly settings: PredictionSettings;
  /** Whether the validation rows can be chosen: event predictions are always validated by the latest events. */
  readonly judged: boolean;
  readonly columns: readonly PredictionColumn[];
  readonly hasTest: boolean;
  readonly mayEdit: boolean;
  readonly onChange: (settings: PredictionSettings) => void;
}

/** Optional settings: the defaults work. */
export function SettingsFields({ settings, judged, columns, hasTest, mayEdit, onChange }: SettingsFieldsProps) {
  const change = (changes: Partial<PredictionSettings>) => onChange({ ...settings, ...changes });
  const chosen = validations.find(({ kind }) => kind === settings.validation);
  const timeColumn = columns.some(({ key }) => key === settings.timeColumn) ? settings.timeColumn : null;
  const wanting =
    settings.validation === "test" && !hasTest
      ? "Choose a test datasource under Datasources."
      : settings.validation === "time" && timeColumn === null
        ? "Choose the column with the time of each row."
        : undefined;
  return (
    <div className="pe-fields">
      {judged && (
        <TextField
          select
          className="pe-whole"
          label="Evaluate on"
          value={settings.validation}
          disabled={!mayEdit}
          error={wanting !== undefined}
          helperText={wanting ?? chosen?.note}
          onChange={(event) => {
            const found = validations.find(({ kind }) => kind === event.target.value);
            if (found) change({ validation: found.kind });
          }}
          slotProps={{ inputLabel: { shrink: true } }}
        >
          {validations.map(({ kind, text }) => (
            <MenuItem key={kind} value={kind}>
              {text}
            </MenuItem>
          ))}
        </TextField>
      )}
      {judged && settings.validation === "time" && (
        <TextField
          select
          className="pe-whole"
          label="Column with the time"
          value={timeColumn ?? ""}
          disabled={!mayEdit}
          onChange={(event) => change({ timeColumn: event.target.value === "" ? null : event.target.value })}
          slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        >
          <MenuItem value="">Choose a column</MenuItem>
          {columns.map(({ key, name }) => (
            <MenuItem key={key} value={key}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      {numberFields.map(({ name, ...field }) => (
        <NumberField key={name} {...field} value={settings[name]} disabled={!mayEdit} onChange={(value) => change({ [name]: value })} />
      ))}
    </div>
  );
}
