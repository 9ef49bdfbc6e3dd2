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

/** What the session needs of an identity provider; `openid-identity.ts` is the one implementation, tests bring their own. */
export interface Identity {
  /** What is stored now, whichever window stored it. */
  readonly read: () => Promise<Tokens | undefined>;
  /** Trades the stored refresh token for new tokens and stores these. Throws when the provider refuses or is away. */
  readonly refresh: () => Promise<Tokens>;
  /** Removes what is stored; the provider's own session stays. */
  readonly forget: () => Promise<void>;
  /** Leaves the page for the provider. */
  readonly signIn: (options: { readonly from?: string; readonly again?: boolean; readonly hint?: string }) => Promise<void>;
  /** Finishes what `signIn` began, from the address that the provider came back to. */
  readonly complete: (address: string) => Promise<SignedIn>;
  /** Removes what is stored and leaves the page for the provider's own logout. False when the provider has none or is away. */
  readonly signOut: () => Promise<boolean>;
  /** The provider's page for managing one's own account, if its metadata names one. */
  readonly accountUrl: () => Promise<string | undefined>;
}
