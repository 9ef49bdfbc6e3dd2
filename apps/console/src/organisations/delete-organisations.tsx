import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { counted } from "../ui/format/numbers.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { DialogFrame } from "../ui/dialogs/dialog-frame.tsx";
import { deletable, deletedText } from "../parts/list-page/deletable.ts";
import type { Deletion } from "../parts/list-page/use-deletion.ts";
import { holdingLines, isEmpty } from "./holdings-text.ts";
import type { DeletionCandidate } from "./use-organisations.ts";
import { keyOf, nameOf } from "../parts/list-page/row-names.ts";

interface DeleteOrganisationsProps {
  /** The organisations to delete, of which at least one is not empty; empty while the dialog is closed. */
  readonly candidates: readonly DeletionCandidate[];
  readonly deletion: Deletion;
  readonly onDone: () => void;
}

/** An organisation with content is deleted alone, after typing its name; of several, only the empty ones are deleted. */
export function DeleteOrganisations({ candidates, deletion, onDone }: DeleteOrganisationsProps) {
  const [first] = candidates;
  if (first === undefined) return null;
  if (candidates.length === 1 && first.holdings.servingVersions === 0)
    return <ByName candidate={first} deletion={deletion} onDone={onDone} />;

  const going = candidates.filter(({ holdings }) => isEmpty(holdings)).map(({ organisation }) => organisation);
  const serving = candidates.filter(({ holdings }) => holdings.servingVersions > 0);
  const holding = candidates.filter(({ holdings }) => holdings.servingVersions === 0 && !isEmpty(holdings));
  const names = (some: readonly DeletionCandidate[]) => some.map(({ organisation }) => nameOf(organisation)).join(", ");
  const run = () => {
    void deletion.atOnce(deletable("organisation.delete", going), deletedText(going, { one: "organisation", many: "organisations" }));
    onDone();
  };
  return (
    <ConfirmDialog
      open
      title={going.length > 1 ? `Delete ${counted(going.length, "organisation")}?` : "Delete organisation?"}
      {...(going.length === 0 ? {} : { verb: "Delete", onConfirm: run })}
      onCancel={onDone}
    >
      {going.length > 0 && <p>Are you sure you want to delete {going.map(nameOf).join(", ")}?</p>}
      {serving.map(({ organisation, holdings }) => (
        <p key={keyOf(organisation)}>
          {nameOf(organisation)} stays: {counted(holdings.servingVersions, "version")} of it {holdings.servingVersions === 1 ? "is" : "are"}{" "}
          serving. Its users must stop serving first.
        </p>
      ))}
      {holding.length > 0 && (
        <p>
          {names(holding)} {holding.length === 1 ? "stays because it has" : "stay because they have"} data. To delete{" "}
          {holding.length === 1 ? "it, select only it" : "one, select only that one"} and type its name.
        </p>
      )}
    </ConfirmDialog>
  );
}

interface ByNameProps {
  readonly candidate: DeletionCandidate;
  readonly deletion: Deletion;
  readonly onDone: () => void;
}

function ByName({ candidate: { organisation, holdings }, deletion, onDone }: ByNameProps) {
  const name = nameOf(organisation);
  const [typed, setTyped] = useState("");
  const matches = typed.trim() === name;
  const run = () => {
    if (!matches) return;
    void deletion.atOnce(
      deletable("organisation.delete", [organisation], { confirm: name }),
      deletedText([organisation], { one: "organisation", many: "organisations" }),
    );
    onDone();
  };
  return (
    <DialogFrame
      open
      onClose={onDone}
      width={480}
      title="Delete organisation?"
      subtitle={`Deleting ${name} also deletes:`}
      hint="This cannot be undone"
      actions={
        <>
          <Button color="inherit" onClick={onDone}>
            Cancel
          </Button>
          <Button color="error" variant="contained" disabled={!matches} onClick={run}>
            Delete
          </Button>
        </>
      }
    >
      <ul className="button-row gap-6 holdings" aria-label="Also deleted">
        {holdingLines(holdings).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <TextField
        label={`Type ${name} to confirm`}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") run();
        }}
      />
    </DialogFrame>
  );
}
