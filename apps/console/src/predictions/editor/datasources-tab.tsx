import TextField from "@mui/material/TextField";
import { Link } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { CostNote } from "../../parts/read-cost/cost-note.tsx";
import { counted } from "../../ui/format/numbers.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { ChoiceBox } from "../../parts/search/choice-box.tsx";
import type { Choice } from "../../parts/list-page/column.ts";
import { analyticsFor } from "../analytics/analytics.ts";
import { EventsCard } from "../analytics/events-card.tsx";
import { mappingFor } from "../mapping/mapping.ts";
import { tellFailure } from "./tell-failure.ts";
import { useDatasource, useDatasourceReader, useDatasourceSearch } from "./use-datasource.ts";
import type { Draft } from "./use-draft.ts";

type Place = "trainingDatasource" | "testDatasource" | "evaluationDatasource" | "eventsDatasource";

interface DatasourcesTabProps {
  readonly draft: Draft;
  readonly mayEdit: boolean;
}

const places: Readonly<Record<Place, { readonly label: string; readonly note: string }>> = {
  trainingDatasource: { label: "Training datasource", note: "The training data: one row per case, with its outcome." },
  testDatasource: { label: "Test datasource", note: "Evaluated on these records, if you choose this on the overview." },
  evaluationDatasource: {
    label: "Evaluation datasource",
    note: "The report is computed from these records, which are not used for training.",
  },
  eventsDatasource: { label: "Events datasource", note: "Who did what, when and how much. Only predictiveAnalytics tables can be chosen." },
};

export function DatasourcesTab({ draft, mayEdit }: DatasourcesTabProps) {
  const shown: readonly Place[] =
    draft.fields.type === "standard" ? ["trainingDatasource", "testDatasource", "evaluationDatasource"] : ["eventsDatasource"];
  return (
    <div className="flex-column">
      <section className="card pe-card pe-sources" aria-label="Datasources">
        {shown.map((place) => (
          <SourceField key={place} place={place} draft={draft} mayEdit={mayEdit} />
        ))}
        {draft.fields.type === "standard" && shown.map((place) => <SourceCost key={place} place={place} draft={draft} />)}
        <p className="helper">
          Add files or tables under <Link to="/admin/datasources">Datasources</Link>.
        </p>
      </section>
      {draft.fields.type === "analyticsPrediction" && <EventsCard draft={draft} mayEdit={mayEdit} />}
    </div>
  );
}

/** The cost of a training that reads a BigQuery table in place: the label column and the selected feature columns. */
function SourceCost({ place, draft }: Pick<DatasourcesTabProps, "draft"> & { readonly place: Place }) {
  const { datasource } = useDatasource(draft.fields[place]);
  const href = linkFor(datasource, "metadata", "GET");
  if (datasource?._embedded.type !== "BigQuery" || href === undefined) return null;
  const { columns, labelField, selectedRowKeys } = draft.fields.mapping;
  const names = new Set(columns.flatMap(({ key, name }) => (key === labelField || selectedRowKeys.includes(key) ? [name] : [])));
  const keys = datasource._embedded.columns.flatMap(({ key, name }) => (names.has(name) ? [key] : []));
  return <CostNote href={href} keys={keys} />;
}

function SourceField({ place, draft, mayEdit }: DatasourcesTabProps & { readonly place: Place }) {
  const { label, note } = places[place];
  const id = draft.fields[place];
  const search = useDatasourceSearch(place === "eventsDatasource" ? "events" : "rows");
  const { datasource, isGone, isLoading } = useDatasource(id);
  const reader = useDatasourceReader();
  const messages = useMessages();
  const queries = useQueryClient();
  const [picked, setPicked] = useState<Choice | null>(null);
  const latestChoice = useRef<Choice>(null);
  const choose = async (choice: Choice | null) => {
    setPicked(choice);
    latestChoice.current = choice;
    // A slow response does not replace a later choice.
    const isLatest = () => latestChoice.current === choice;
    const isRead = place === "trainingDatasource" || place === "eventsDatasource";
    if (!isRead || choice === null || reader === undefined) return draft.change({ [place]: choice?.value ?? null });
    try {
      const chosen = await reader.one(choice.value);
      if (!isLatest()) return undefined;
      queries.setQueryData(["datasources", "one", choice.value], chosen);
      if (place === "eventsDatasource") {
        const before = datasource?._embedded.columns ?? [];
        const analytics = analyticsFor(chosen._embedded.columns, draft.fields.analytics, before);
        return draft.change({ eventsDatasource: choice.value, analytics });
      }
      const metadata = await reader.metadata(chosen).catch(() => undefined);
      if (!isLatest()) return undefined;
      draft.change({ trainingDatasource: choice.value });
      draft.changeMapping((mapping) => mappingFor(metadata?.columns ?? chosen._embedded.columns, chosen._embedded.recordCount, mapping));
      return undefined;
    } catch (error) {
      return tellFailure(messages, error);
    }
  };
  const name = datasource?._embedded.name ?? (picked?.value === id ? picked?.label : undefined);
  // The label changes when the name is loaded, and remounts the field with it.
  const value = id === null ? null : { value: id, label: name ?? (isLoading ? "" : "unknown") };
  const { recordCount, columns } = datasource?._embedded ?? { recordCount: null, columns: [] };
  const facts =
    datasource === undefined
      ? undefined
      : `${counted(columns.length, "column")}${recordCount === null ? "" : `, ${counted(recordCount, "record")}`}`;
  const helper = isGone ? "It was deleted, or you may not see it. Choose another." : (facts ?? note);
  if (search === undefined || !mayEdit) {
    return (
      <TextField label={label} value={value?.label ?? "-"} disabled helperText={helper} slotProps={{ inputLabel: { shrink: true } }} />
    );
  }
  return (
    <ChoiceBox
      key={`${id} ${value?.label}`}
      search={search}
      value={value}
      onChange={(choice) => void choose(choice)}
      openOnFocus
      renderInput={({ slotProps, ...input }) => (
        <TextField
          {...input}
          label={label}
          error={isGone}
          helperText={helper}
          placeholder="Choose a datasource"
          slotProps={{ ...slotProps, inputLabel: { ...slotProps.inputLabel, shrink: true } }}
        />
      )}
    />
  );
}
