import type { FieldProblem } from "@airlock/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "../api/api-problem.ts";
import { call } from "../api/call.ts";
import { tellProblem } from "../api/tell-problem.ts";
import { useMessages } from "../ui/messages/use-messages.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient } from "../api/session/use-session.ts";
import { timedTest, type ConnectionOutcome } from "./connection-outcome.ts";
import type { KeyFile } from "./key-file.ts";
import { organisationLists } from "./use-organisations.ts";
import type { Organisation } from "./use-organisations.ts";

/** Up to ten, each in Google's form: what the api takes. */
const projectIds = /^(?:(?:[a-z0-9.-]{1,100}:)?[a-z][a-z0-9-]{2,61}[a-z0-9](?:\s*,\s*|$)){0,10}$/;

/** The api's words continue the name of the field they are about. */
function faultText({ field, message }: FieldProblem): string {
  return `${field === "file" ? "The file" : field} ${message}.`;
}

/** The two settings of an organisation's storage. Each is a separate call: one stays saved when the other is refused. */
export function useAccountForm(opened: Organisation) {
  const client = useClient();
  const messages = useMessages();
  const queries = useQueryClient();
  const [organisation, setOrganisation] = useState(opened);
  const { useAirlock: wasAirlock, organisationIdStr: wasIds, serviceAccount, name } = organisation._embedded;
  const [useAirlock, setUseAirlock] = useState(wasAirlock);
  const [file, setFile] = useState<KeyFile>();
  const [ids, setIds] = useState(wasIds);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState<"saving" | "testing">();
  const [outcome, setOutcome] = useState<ConnectionOutcome>();

  const storageChanged = useAirlock !== wasAirlock || (!useAirlock && file !== undefined);
  const idsChanged = ids.trim() !== wasIds;
  const idsFault = projectIds.test(ids.trim()) ? undefined : "Up to ten project IDs, separated by commas, like northbank-risk";
  const complete = (useAirlock || file !== undefined || serviceAccount !== null) && idsFault === undefined;

  const save = async (): Promise<Organisation | undefined> => {
    setBusy("saving");
    setRefusal(undefined);
    setOutcome(undefined);
    try {
      let now = organisation;
      if (storageChanged) {
        const body = { useAirlock, ...(useAirlock || file === undefined ? {} : { file: file.text }), revision: now._embedded.revision };
        now = await call(client, "organisation.serviceAccount", now, { body });
        setOrganisation(now);
        setFile(undefined);
      }
      if (idsChanged) {
        const body = { organisationIdStr: ids.trim(), revision: now._embedded.revision };
        now = await call(client, "organisation.projectIds", now, { body });
        setOrganisation(now);
        setIds(now._embedded.organisationIdStr);
      }
      messages.success(`Storage of ${name} saved`);
      return now;
    } catch (error) {
      const { code, problems, description } = asProblem(error);
      if (code === "SERVICE_ACCOUNT_INVALID") setRefusal(problems.map(faultText).join(" ") || description);
      else tellProblem(messages, error);
      return undefined;
    } finally {
      setBusy(undefined);
      await Promise.all(organisationLists.map((list) => queries.invalidateQueries({ queryKey: [list] })));
    }
  };
  const test = async () => {
    const now = storageChanged || idsChanged ? await save() : organisation;
    const href = linkFor(now, "testConnection", "POST");
    if (href === undefined) return;
    setBusy("testing");
    setOutcome(undefined);
    try {
      setOutcome(await timedTest(() => client.post("organisation.testConnection", href)));
    } catch (error) {
      tellProblem(messages, error);
    } finally {
      setBusy(undefined);
    }
  };
  return {
    organisation,
    values: { useAirlock, file, ids },
    setUseAirlock: (use: boolean) => {
      setUseAirlock(use);
      setOutcome(undefined);
    },
    setFile: (chosen: KeyFile | undefined) => {
      setFile(chosen);
      setRefusal(undefined);
      setOutcome(undefined);
    },
    setIds: (text: string) => {
      setIds(text);
      setOutcome(undefined);
    },
    changed: { storage: storageChanged, ids: idsChanged },
    idsFault,
    complete,
    refusal,
    busy,
    outcome,
    save,
    test,
  };
}
