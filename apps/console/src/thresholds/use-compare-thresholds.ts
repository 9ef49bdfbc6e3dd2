import type { ThresholdChange } from "@airlock/flow";
import { useState } from "react";
import { tellProblem } from "../api/tell-problem.ts";
import { useMessages } from "../ui/messages/use-messages.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient, useProfile } from "../api/session/use-session.ts";
import type { Ran } from "./use-thresholds.ts";

/** Compares the flow with the changed thresholds with the one that ran, over the same records, in a window of its own. */
export function useCompareThresholds({ result }: Ran) {
  const client = useClient();
  const messages = useMessages();
  const href = linkFor(useProfile(), "comparisons", "POST");
  const [isAsking, setAsking] = useState(false);
  const compare = async (changes: readonly ThresholdChange[], show?: "records"): Promise<void> => {
    const { webSafeString: experimentResultWss, datasource, fieldMapping, records, carry } = result._embedded;
    // Opened before the request, because browsers block windows that are not opened directly by a user action.
    const opened = window.open("", "_blank");
    setAsking(true);
    try {
      const mapping = fieldMapping.map(({ key, value, useDatasource }) => ({ key, value, useDatasource }));
      const body = {
        left: { experimentResultWss },
        right: { experimentResultWss, changes },
        over: { datasourceId: datasource.webSafeString, fieldMapping: mapping, records, carry },
      };
      const made = await client.post("comparisons.create", href ?? "", { body });
      const address = `/compare/${made._embedded.webSafeString}${show === undefined ? "" : `?show=${show}`}`;
      if (opened === null) window.location.assign(address);
      else opened.location.assign(address);
    } catch (error) {
      opened?.close();
      tellProblem(messages, error);
    } finally {
      setAsking(false);
    }
  };
  return { mayCompare: href !== undefined, isAsking, compare };
}
