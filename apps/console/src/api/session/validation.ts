/** The state of an activation between /confirm, the provider and /callback: stored for this window only, and deleted when the account is ready. */
export interface Validation {
  readonly key: string;
  readonly emailAddress?: string;
  readonly organisationName?: string;
}

const name = "airlock.validation";

export function storeValidation(validation: Validation): void {
  sessionStorage.setItem(name, JSON.stringify(validation));
}

export function storedValidation(): Validation | undefined {
  const text = sessionStorage.getItem(name);
  if (text === null) return undefined;
  try {
    // Written by storeValidation alone; a damaged value fails to parse and counts as absent.
    return JSON.parse(text) as Validation;
  } catch {
    return undefined;
  }
}

export function clearValidation(): void {
  sessionStorage.removeItem(name);
}
