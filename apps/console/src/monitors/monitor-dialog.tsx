import { monitorMeasureKinds, monitorWindows } from "@airlock/contract/monitor-words";
import InputAdornment from "@mui/material/InputAdornment";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { itemAddress } from "../api/calls.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { tellRefusal } from "../api/tell-problem.ts";
import { useAction } from "../api/use-action.ts";
import { useAllPages } from "../api/use-all-pages.ts";
import { useResource } from "../api/use-resource.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";
import { NumberField } from "../ui/number-field.tsx";
import { bodyOf, draftOf, kindTitles, unitOf, type MonitorDraft } from "./monitor-form.ts";
import { windowText } from "./monitor-words.ts";
import { NotifyField } from "./notify-field.tsx";
import { SolutionField } from "./solution-field.tsx";
import type { Monitor } from "./use-monitors.ts";

interface MonitorDialogProps {
  /** Left out, a new one is created. */
  readonly monitor: Monitor | undefined;
  /** The solution that the list is narrowed to. */
  readonly solutionId: string | undefined;
  /** Its id. */
  readonly onSaved: (monitor: string) => void;
  readonly onClose: () => void;
}

/** Creates a monitor, or changes one. */
export function MonitorDialog({ monitor, solutionId, onSaved, onClose }: MonitorDialogProps) {
  const messages = useMessages();
  const [draft, setDraft] = useState(() => draftOf(monitor?._embedded));
  // The draft is based on it, also after the monitor was loaded again.
  const [revision] = useState(monitor?._embedded.revision);
  const [chosen, setChosen] = useState(monitor?._embedded.solutionWss ?? solutionId);
  const set = (change: Partial<MonitorDraft>) => setDraft((before) => ({ ...before, ...change }));
  const solution = useResource("solution.read", { href: itemAddress(linkFor(useProfile(), "solutions", "GET"), chosen) });
  const [refusal, setRefusal] = useState<string>();
  const options = {
    changes: ["monitors.list"] as const,
    onError: (error: Error) => tellRefusal(messages, error, setRefusal),
    onSuccess: ({ _embedded: { webSafeString } }: Monitor) => onSaved(webSafeString),
  };
  const create = useAction("solution.monitors.create", solution.data, options);
  const update = useAction("monitor.update", monitor, options);
  const isPending = create.isPending || update.isPending;
  const read = bodyOf(draft);
  const problem = "problem" in read ? read.problem : monitor === undefined && chosen === undefined ? "Choose a solution." : undefined;
  const isReady = problem === undefined && (monitor !== undefined || create.isOffered) && !isPending;
  const submit = () => {
    if (!isReady || "problem" in read) return;
    setRefusal(undefined);
    if (monitor === undefined) create.mutate({ body: read.body });
    else update.mutate({ body: { ...read.body, revision } });
  };
  const limit = (name: "min" | "max", label: string) => (
    <TextField
      label={label}
      value={draft[name]}
      onChange={(event) => set({ [name]: event.target.value })}
      slotProps={{
        htmlInput: { inputMode: "decimal", className: "num" },
        inputLabel: { shrink: true },
        input: { endAdornment: <InputAdornment position="end">{unitOf[draft.kind]}</InputAdornment> },
      }}
    />
  );
  return (
    <FormDialog
      onClose={onClose}
      title={monitor === undefined ? "Add monitor" : `Edit ${monitor._embedded.name}`}
      subtitle={monitor === undefined ? undefined : monitor._embedded.solutionName}
      onSubmit={submit}
      submitLabel={monitor === undefined ? "Add" : "Save"}
      canSubmit={isReady}
      problem={refusal}
      formClass="monitor-form"
      hint={problem !== undefined && <output>{problem}</output>}
    >
      {monitor === undefined && <SolutionField solution={solution.data?._embedded} onChange={setChosen} />}
      <TextField
        select
        label="Measure"
        value={draft.kind}
        onChange={(event) => set(kindChange(monitorMeasureKinds.find((kind) => kind === event.target.value) ?? draft.kind, draft))}
      >
        {monitorMeasureKinds.map((kind) => (
          <MenuItem key={kind} value={kind}>
            {kindTitles[kind]}
          </MenuItem>
        ))}
      </TextField>
      {draft.kind === "outcomeShare" && (
        <TextField
          label="Outcome"
          value={draft.outcome}
          onChange={(event) => set({ outcome: event.target.value })}
          helperText="As the flow writes it, such as Decline."
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      )}
      {draft.kind === "outcomeMix" && (
        <TextField
          label="Baseline"
          value={draft.baseline}
          onChange={(event) => set({ baseline: event.target.value })}
          placeholder="The same hour of the last four weeks"
          helperText="Outcomes with percentages, such as Approve 55, Decline 45. Empty: the mix of the same hour of the last four weeks."
          slotProps={{ htmlInput: { maxLength: 4000 }, inputLabel: { shrink: true } }}
        />
      )}
      {draft.kind === "reasonShare" && (
        <TextField
          label="Reason code"
          value={draft.reasonCode}
          onChange={(event) => set({ reasonCode: event.target.value })}
          slotProps={{ htmlInput: { maxLength: 200, className: "mono" } }}
        />
      )}
      {draft.kind === "drift" && <PredictionField value={draft.predictionWss} onChange={(predictionWss) => set({ predictionWss })} />}
      <TextField
        select
        label="Fires when"
        value={draft.rule}
        disabled={draft.kind === "drift"}
        onChange={(event) => set({ rule: event.target.value === "unlike" ? "unlike" : "threshold" })}
        helperText={needsHistory(draft) ? "Needs at least two weeks of decisions." : undefined}
      >
        <MenuItem value="threshold">
          {draft.kind === "outcomeMix" ? "An outcome moves by more than a limit" : "It is above or below a limit"}
        </MenuItem>
        <MenuItem value="unlike">
          {draft.kind === "outcomeMix"
            ? "It moves more than in the same hour of the last four weeks"
            : "It is unlike the same hour of the last four weeks"}
        </MenuItem>
      </TextField>
      {draft.rule === "threshold" && (
        <div className="columns-2 monitor-form-pair">
          {draft.kind !== "outcomeMix" && limit("min", "Lower limit")}
          {limit("max", "Upper limit")}
        </div>
      )}
      <div className="columns-2 monitor-form-pair">
        <TextField
          select
          label="Window"
          value={String(draft.windowMinutes)}
          onChange={(event) => set({ windowMinutes: Number(event.target.value) })}
        >
          {monitorWindows.map((minutes) => (
            <MenuItem key={minutes} value={String(minutes)}>
              {windowText(minutes)}
            </MenuItem>
          ))}
        </TextField>
        <NumberField
          label="Smallest number of decisions"
          value={draft.minDecisions}
          min={0}
          max={1_000_000}
          disabled={draft.kind === "volume"}
          helper="With fewer in the window it is not evaluated."
          onChange={(minDecisions) => set({ minDecisions })}
        />
      </div>
      <NotifyField notify={draft.notify} onChange={(notify) => set({ notify })} />
      <TextField
        label="Name"
        value={draft.name}
        onChange={(event) => set({ name: event.target.value })}
        placeholder="What is measured"
        slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
      />
    </FormDialog>
  );
}

function needsHistory({ kind, rule, baseline }: MonitorDraft): boolean {
  return rule === "unlike" || (kind === "outcomeMix" && baseline.trim() === "");
}

/** A limit in milliseconds is none in percent; drift has no earlier weeks. */
function kindChange(kind: MonitorDraft["kind"], before: MonitorDraft): Partial<MonitorDraft> {
  const limits = unitOf[kind] === unitOf[before.kind] ? {} : { min: "", max: "" };
  return { kind, ...limits, ...(kind === "drift" ? { rule: "threshold" as const } : {}) };
}

function PredictionField({ value, onChange }: { readonly value: string; readonly onChange: (id: string) => void }) {
  const predictions = useAllPages("predictions.list", { href: linkFor(useProfile(), "predictions", "GET") });
  const items = predictions.data?.items ?? [];
  const isKnown = items.some(({ _embedded }) => _embedded.webSafeString === value);
  return (
    <TextField
      select
      label="Prediction"
      value={isKnown ? value : ""}
      onChange={(event) => onChange(event.target.value)}
      helperText="The largest shift of its inputs and its score, over all solutions that use it. Usually 0.2 is a shift to look at."
    >
      {items.map(({ _embedded: { webSafeString, name } }) => (
        <MenuItem key={webSafeString} value={webSafeString}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
