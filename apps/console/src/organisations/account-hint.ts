interface AccountForm {
  readonly values: { readonly useAirlock: boolean; readonly file: unknown };
  readonly changed: { readonly storage: boolean; readonly ids: boolean };
  readonly idsFault: string | undefined;
  readonly complete: boolean;
}

/** Beside the buttons: why they cannot be pressed, or what they save. 'Key file and project ID changed' */
export function hintText({ values, changed, idsFault, complete }: AccountForm): string {
  if (!complete) return idsFault === undefined ? "Choose a key file first" : "Correct the project ID first";
  const storage = values.useAirlock || values.file === undefined ? "Service account" : "Key file";
  if (changed.storage && changed.ids) return `${storage} and project ID changed`;
  if (changed.storage) return `${storage} changed`;
  return changed.ids ? "Project ID changed" : "";
}
