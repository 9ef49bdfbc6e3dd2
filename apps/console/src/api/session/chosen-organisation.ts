const name = "airlock.organisation";

/**
 * The organisation that this window acts in. A window keeps its own, so that switching in one leaves the work in others alone; a new
 * window starts with the one of the window that was used last.
 */
export const chosenOrganisation = {
  get: (): string | undefined => sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? undefined,
  set: (organisationWss: string): void => {
    sessionStorage.setItem(name, organisationWss);
    localStorage.setItem(name, organisationWss);
  },
  /** Called when the window gets the focus. */
  use: (): void => {
    const own = sessionStorage.getItem(name);
    if (own !== null) localStorage.setItem(name, own);
  },
};
