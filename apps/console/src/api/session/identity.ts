/** The tokens of one sign-in, as far as the console looks at them. */
export interface Tokens {
  readonly accessToken: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  /** The signed-in user, according to the provider. */
  readonly email?: string | undefined;
}

interface SignedIn {
  readonly tokens: Tokens;
  /** The location that the user opened before signing in. */
  readonly from: string | undefined;
}

/** The interface of an identity provider that the session needs. `openid-identity.ts` is the only implementation; tests have their own. */
export interface Identity {
  /** Reads the stored tokens, whichever window stored them. */
  readonly read: () => Promise<Tokens | undefined>;
  /** Exchanges the stored refresh token for new tokens and stores these. Throws when the provider refuses or is unavailable. */
  readonly refresh: () => Promise<Tokens>;
  /** Removes what is stored; the provider's own session stays. */
  readonly forget: () => Promise<void>;
  /** Leaves the page for the provider. */
  readonly signIn: (options: { readonly from?: string; readonly again?: boolean; readonly hint?: string }) => Promise<void>;
  /** Finishes what `signIn` began, with the address that the provider redirected to. */
  readonly complete: (address: string) => Promise<SignedIn>;
  /** Deletes the stored tokens and navigates to the provider's logout. False when the provider has none or is unavailable. */
  readonly signOut: () => Promise<boolean>;
  /** The provider's page for managing one's own account, if its metadata names one. */
  readonly accountUrl: () => Promise<string | undefined>;
}
