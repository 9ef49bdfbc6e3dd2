import type { PredictionAnalytics } from "@airlock/contract";
import Autocomplete from "@mui/material/Autocomplete";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { counted } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { useDatasource } from "../editor/use-datasource.ts";
import type { Draft } from "../editor/use-draft.ts";
import { analyticsPlaces, columnsFor, whyNotStart } from "./analytics.ts";
import { WindowsField } from "./windows-field.tsx";
import "./analytics.css";

interface EventsCardProps {
  readonly draft: Draft;
  readonly mayEdit: boolean;
}

/** The meaning of the columns of the events, and what to predict from them. */
export function EventsCard({ draft, mayEdit }: EventsCardProps) {
  const { analytics, eventsDatasource } = draft.fields;
  const { datasource, metadata } = useDatasource(eventsDatasource);
  const columns = datasource?._embedded.columns ?? [];
  const change = (changes: Partial<PredictionAnalytics>) => draft.change({ analytics: { ...analytics, ...changes } });
  if (eventsDatasource === null) return null;
  const wanting = whyNotStart(analytics, eventsDatasource);
  const values = metadata?.columns.find(({ key }) => key === analytics.eventColumn)?.profile?.frequent ?? [];
  const counts = new Map(values.map(({ value, count }) => [value, count]));
  const isMissing = (key: string) => key !== "" && datasource !== undefined && !columns.some((column) => column.key === key);
  return (
    <section className="card pe-card pe-sources" aria-labelledby="pa-events">
      <h2 id="pa-events">What the events say</h2>
      {wanting !== undefined && (
        <p className="pe-note pa-note">
          <Icon name="info" size={16} />
          {wanting}.
        </p>
      )}
      <div className="pe-fields">
        {analyticsPlaces.map(({ place, label, note }) => {
          const chosen = analytics[place] ?? "";
          return (
            <TextField
              key={place}
              select
              label={label}
              value={isMissing(chosen) || columns.length === 0 ? "" : chosen}
              disabled={!mayEdit || columns.length === 0}
              error={isMissing(chosen)}
              helperText={isMissing(chosen) ? "The datasource no longer has this column. Choose another." : note}
              onChange={(event) => {
                const key = event.target.value;
                if (place === "amountColumn") change({ amountColumn: key === "" ? null : key });
                // Another column has other events.
                else change({ [place]: key, ...(place === "eventColumn" && key !== chosen ? { target: "" } : {}) });
              }}
              slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true }, formHelperText: { disabled: false } }}
            >
              <MenuItem value="">{place === "amountColumn" ? "None" : "Choose a column"}</MenuItem>
              {columnsFor(place, columns).map(({ key, name }) => (
                <MenuItem key={key} value={key}>
                  {name}
                </MenuItem>
              ))}
            </TextField>
          );
        })}
        <Autocomplete
          freeSolo
          disabled={!mayEdit || analytics.eventColumn === ""}
          options={values.map(({ value }) => value)}
          inputValue={analytics.target}
          value={analytics.target}
          onInputChange={(_event, target, reason) => {
            // Only changes by the user: the first render is not one.
            if (reason !== "reset" || target !== "") change({ target });
          }}
          renderOption={({ key, ...option }, value) => (
            <li key={key} {...option}>
              <span className="grow">{value}</span>
              <small className="faint num">{counted(counts.get(value) ?? 0, "event")}</small>
            </li>
          )}
          renderInput={({ slotProps, ...input }) => (
            <TextField
              {...input}
              label="Target event"
              placeholder="Choose an event"
              helperText="The score is the probability that it happens to a person."
              slotProps={{
                ...slotProps,
                htmlInput: { ...slotProps.htmlInput, maxLength: 1000 },
                inputLabel: { ...slotProps.inputLabel, shrink: true },
                formHelperText: { disabled: false },
              }}
            />
          )}
        />
        <NumberField
          label="Horizon, days"
          value={analytics.horizonDays}
          min={1}
          max={366}
          helper="Number of days after the moment of the score."
          disabled={!mayEdit}
          onChange={(horizonDays) => change({ horizonDays })}
        />
      </div>
      <WindowsField windows={analytics.windows} mayEdit={mayEdit} onChange={(windows) => change({ windows })} />
    </section>
  );
}
