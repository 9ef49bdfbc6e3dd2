import Button from "@mui/material/Button";
import { useState } from "react";
import { asProblem, type ApiProblem } from "../../api/api-problem.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { TextLine } from "../../ui/text-line.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { tellProblem } from "../../api/tell-problem.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { openSolution } from "../links/open-solution.ts";
import { usePinnedModels } from "./use-pinned-models.ts";
import { ListPins, useUsedLists } from "./list-pins.tsx";
import type { NewVersion } from "./use-create-version.ts";
import type { Solution, Version } from "./resources.ts";
import "./create-version-dialog.css";

interface CreateVersionDialogProps {
  readonly solution: Solution;
  /** Throws what the api refused with. */
  readonly create: (body: NewVersion) => Promise<Version>;
  readonly onCreated: (version: Version) => void;
  readonly onClose: () => void;
  /** In the editor, where the reasons can be fixed: no other window is opened for it. */
  readonly isInEditor?: boolean;
}

/** Freezes the solution as it is saved; where it cannot run, the reasons are shown until they are fixed. */
export function CreateVersionDialog({ solution, create, onCreated, onClose, isInEditor = false }: CreateVersionDialogProps) {
  const messages = useMessages();
  const { name, webSafeString } = solution._embedded;
  const [versionName, setVersionName] = useState("");
  const [description, setDescription] = useState("");
  const [refused, setRefused] = useState<ApiProblem>();
  const [creating, setCreating] = useState(false);
  const pinned = usePinnedModels(solution);
  const lists = useUsedLists(solution);
  const [pinnedLists, setPinnedLists] = useState<readonly string[]>([]);
  const submit = async () => {
    setCreating(true);
    setRefused(undefined);
    try {
      const typed = versionName.trim();
      onCreated(
        await create({
          ...(typed === "" ? {} : { versionName: typed }),
          versionDescription: description.trim(),
          pinnedLists: [...pinnedLists],
        }),
      );
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "INVALID_SOLUTION_DEFINITION") setRefused(problem);
      else tellProblem(messages, problem);
    } finally {
      setCreating(false);
    }
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Create a version of ${name}`}
      subtitle="A version freezes the solution as it is saved now, so that it can be served."
      hint={refused === undefined && "Leave empty to use the next number"}
      onSubmit={() => void submit()}
      submitLabel="Create version"
      canSubmit={!creating}
      moreActions={
        refused &&
        !isInEditor && (
          <Button variant="outlined" startIcon={<Icon name="external" size={16} />} onClick={() => openSolution(webSafeString)}>
            Open the editor
          </Button>
        )
      }
      formClass="nv-form"
    >
      <TextLine label="Name" isFirst value={versionName} onChange={setVersionName} maxLength={200} />
      <TextLine label="Description" value={description} onChange={setDescription} maxLength={2000} />
      {pinned.length > 0 && (
        <ul className="nv-pinned" aria-label="Models that the version pins">
          {pinned.map(({ name: prediction, model, followsScores }) => (
            <li className="row" key={`${prediction} ${model}`}>
              <Icon name="kind-prediction" size={14} />
              <span>
                {model === null
                  ? `${prediction} has no deployed model. Deploy one first.`
                  : `Pins model ${model} of ${prediction} for good${followsScores ? ", with its newest scores" : ""}.`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ListPins lists={lists} pinned={pinnedLists} onChange={setPinnedLists} />
      {refused && (
        <div className="stack gap-8 notice error nv-refused" role="alert">
          <b>
            {refused.message}. {refused.description}
          </b>{" "}
          <span className="mono faint">{refused.code}</span>
          <ul>
            {refused.problems.map(({ field, code, message }) => (
              <li key={`${field} ${code} ${message}`}>
                <Icon name="error" size={14} />
                <span>
                  {message} <span className="mono faint">{code}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  );
}
