import { useQuery } from "@tanstack/react-query";
import { addressOf } from "../../api/address-of.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { bodyOf, firstTexts } from "../../parts/code-sample/first-values.ts";
import { loadOptions } from "../../api/load-options.ts";

export interface ServedSample {
  readonly address: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Undefined when no version is serving yet: the address then contains a placeholder. */
  readonly name: string | undefined;
}

const nothingServes: ServedSample = {
  address: window.location.origin + addressOf("version.execute", { versionId: "VERSION" }),
  body: {},
  name: undefined,
};

/** A serving version that an account of this organisation may call, so that a sample call runs without changes. */
export function useServedSample(organisationWss: string): ServedSample | undefined {
  const client = useClient();
  const profile = useProfile();
  const own = profile._embedded.organisationWss === organisationWss;
  const href = own ? linkFor(profile, "versions", "GET") : undefined;
  const { data, isError } = useQuery({
    queryKey: ["served-sample", href],
    enabled: href !== undefined,
    queryFn: async (context): Promise<ServedSample> => {
      const list = await client.all("versions.listAll", addressOf("versions.listAll"), loadOptions(context));
      const serving = list.items.find(({ _embedded }) => _embedded.deploymentStatus === "serving");
      if (serving === undefined) return nothingServes;
      const definition = linkFor(serving, "definition", "GET");
      const read =
        definition === undefined ? undefined : (await client.get("version.definition", definition, loadOptions(context)))._embedded;
      const fields = read?.applicationDatasetFields ?? [];
      const { webSafeString: versionId, solutionName, versionName } = serving._embedded;
      return {
        address: window.location.origin + addressOf("version.execute", { versionId }),
        // The version's own test data where it has any: samples such as 123 may well be declined.
        body: bodyOf(fields, firstTexts(fields, read?.applicationTestData ?? [])),
        name: `${solutionName}, version ${versionName}`,
      };
    },
  });
  return href === undefined || isError ? nothingServes : data;
}
