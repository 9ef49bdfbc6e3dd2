import type { S3AccountUpdate } from "@airlock/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient } from "../api/session/use-session.ts";
import { tellProblem } from "../api/tell-problem.ts";
import { useMessages } from "../ui/messages/use-messages.ts";
import { timedTest, type ConnectionOutcome } from "./connection-outcome.ts";
import { organisationLists, type Organisation } from "./use-organisations.ts";

/** What can be done with the S3 account of an organisation. */
export function useS3Account(organisation: Organisation) {
  const client = useClient();
  const messages = useMessages();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<"removing" | "testing">();
  const [outcome, setOutcome] = useState<ConnectionOutcome>();
  const { name } = organisation._embedded;
  const tested = linkFor(organisation, "testS3Account", "POST");

  /** After a refusal too: the list may be out of date. */
  const changing = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      messages.success(done);
    } finally {
      await Promise.all(organisationLists.map((list) => queries.invalidateQueries({ queryKey: [list] })));
    }
  };
  /** Shows what goes wrong. True when it did not. */
  const doing = async (what: "removing" | "testing", work: () => Promise<void>): Promise<boolean> => {
    setBusy(what);
    try {
      await work();
      return true;
    } catch (error) {
      tellProblem(messages, error);
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  return {
    busy,
    outcome,
    canTest: tested !== undefined,
    canRemove: linkFor(organisation, "s3Account", "DELETE") !== undefined,
    /** Rejects, for the form to show at its field. */
    save: (body: S3AccountUpdate) =>
      changing(() => call(client, "organisation.s3Account", organisation, { body }), `S3 account of ${name} saved`),
    remove: () =>
      doing("removing", () => changing(() => call(client, "organisation.s3Account.delete", organisation), `S3 account of ${name} removed`)),
    test: () =>
      doing("testing", async () => {
        setOutcome(undefined);
        setOutcome(await timedTest(() => client.post("organisation.s3Account.test", tested ?? "")));
      }),
  };
}
