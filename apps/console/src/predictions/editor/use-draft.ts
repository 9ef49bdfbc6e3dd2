import type { PredictionMapping } from "@airlock/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "../../api/api-problem.ts";
import { RefusedFields } from "../../ui/refused-fields.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { predictionLists } from "../use-predictions.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import { begunFrom, isSame, type Editable } from "./editable.ts";
import { trainingFields } from "../mapping/mapping.ts";
import { tellFailure } from "./tell-failure.ts";
import { predictionKey, type Prediction } from "./use-prediction.ts";

export interface Draft {
  readonly fields: Editable;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly change: (changes: Partial<Editable>) => void;
  readonly changeMapping: (change: (mapping: PredictionMapping) => PredictionMapping) => void;
  /** Fields that show what they refused: nothing is sent meanwhile. */
  readonly refused: RefusedFields;
  /** True when it was saved. */
  readonly save: () => Promise<boolean>;
  /** What a training is begun with: what is on screen, saved first. */
  readonly order: Editable & { readonly revision: number };
  /** The response is now on screen, unless something was changed during the request. */
  readonly take: (saved: Prediction) => void;
  /** Someone else saved first: nothing is overwritten before the user has decided. */
  readonly conflict: boolean;
  readonly saveMine: () => Promise<boolean>;
  readonly loadTheirs: () => void;
  readonly closeConflict: () => void;
}

/** The changes of this window, on top of what is saved. */
export function useDraft(prediction: Prediction): Draft {
  const client = useClient();
  const queries = useQueryClient();
  const messages = useMessages();
  const [begun, setBegun] = useState(() => begunFrom(prediction));
  const [fields, setFields] = useState(begun.fields);
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState(false);
  const [refused] = useState(() => new RefusedFields());
  const isDirty = !isSame(fields, begun.fields);
  const { webSafeString, revision } = prediction._embedded;

  if (revision !== begun.revision) {
    const now = begunFrom(prediction);
    // A revision without changes to editable fields, such as the end of a training, becomes the base of the unsaved changes. A configuration that
    // someone else edited is adopted only when there are no unsaved changes.
    if (isSame(now.fields, begun.fields)) setBegun(now);
    else if (!isDirty) {
      setBegun(now);
      setFields(now.fields);
    }
  }

  const take = (saved: Prediction) => {
    queries.setQueryData(predictionKey(webSafeString), saved);
    const now = begunFrom(saved);
    setBegun(now);
    // `fields` are those of the render that sent them.
    setFields((current) => (isSame(current, fields) ? now.fields : current));
  };
  const saveFrom = async (from: number): Promise<boolean> => {
    const href = linkFor(prediction, "self", "PUT");
    if (href === undefined || refused.focus()) return false;
    setSaving(true);
    try {
      const saved = await client.put("prediction.update", href, { body: { ...fields, revision: from } });
      take(saved);
      setConflict(false);
      messages.success(`${saved._embedded.name} saved`);
      void queries.invalidateQueries({ queryKey: [predictionLists[0]] });
      return true;
    } catch (error) {
      if (asProblem(error).code === "EDIT_CONFLICT") {
        setConflict(true);
        void queries.invalidateQueries({ queryKey: predictionKey(webSafeString) });
      } else tellFailure(messages, error);
      return false;
    } finally {
      setSaving(false);
    }
  };
  return {
    fields,
    isDirty,
    isSaving,
    refused,
    change: (changes) => setFields((now) => ({ ...now, ...changes })),
    changeMapping: (change) => setFields((now) => ({ ...now, mapping: withInputs(change(now.mapping)) })),
    save: () => saveFrom(begun.revision),
    order: { ...fields, revision: begun.revision },
    take,
    conflict,
    saveMine: () => saveFrom(prediction._embedded.revision),
    loadTheirs: () => {
      take(prediction);
      setConflict(false);
    },
    closeConflict: () => setConflict(false),
  };
}

/** One input for each selected column; an application field that the user chose for it is kept. */
function withInputs(mapping: PredictionMapping): PredictionMapping {
  const before = new Map(mapping.inputFields.map((input) => [input.name, input]));
  const inputFields = trainingFields(mapping).map(
    ({ name }) => before.get(name) ?? { name, applicationField: "", dsName: "", dsFieldName: name },
  );
  return { ...mapping, inputFields };
}
