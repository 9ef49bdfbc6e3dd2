import type { Memberships, ProfileFields, Resource } from "@airlock/contract";
import { addressOf } from "../address-of.ts";
import { ApiProblem, asProblem, NETWORK } from "../api-problem.ts";
import type { Client, Credentials } from "../client.ts";
import type { Messages } from "../../ui/messages/messages.ts";
import type { ConsoleConfig } from "./config.ts";
import type { Identity, Tokens } from "./identity.ts";
import { createRenewal } from "./renewal.ts";
import type { Lock } from "./renewal.ts";

export type Profile = Resource<ProfileFields>;

export type SessionState =
  /** `ready` while there are tokens and only the account is still loading. */
  | { readonly status: "unknown"; readonly ready: boolean }
  /** `ended` where a session ended by itself, or could not begin. */
  | { readonly status: "anonymous"; readonly ended?: SessionEnd }
  | { readonly status: "offline" }
  /** Signed in at the provider, with open invitations and no organisation yet. */
  | { readonly status: "undecided" }
  | { readonly status: "authenticated"; readonly profile: Profile };

export interface SessionEnd {
  readonly problem: ApiProblem;
  /** Who was signed in at the provider, if it said so. */
  readonly email: string | undefined;
}

export type SessionNews = "started" | "ended";

export interface SessionParts {
  readonly loadConfig: () => Promise<ConsoleConfig>;
  readonly identityFor: (config: ConsoleConfig) => Identity;
  readonly clientFor: (credentials: Credentials) => Client;
  readonly lock: Lock;
  readonly messages: Messages;
  /** Notifies the other windows. */
  readonly tell: (news: SessionNews) => void;
  readonly nowSeconds: () => number;
  /**
   * Whether the provider must show its sign-in form: its session belongs to a user whom the API does not know. Survives a reload, as the provider's
   * session does.
   */
  readonly askAgain: { readonly get: () => boolean; readonly set: (ask: boolean) => void };
  /** The organisation that this window acts in; survives a reload. */
  readonly organisation: { readonly get: () => string | undefined; readonly set: (id: string) => void };
  /** Of the activation link that was opened before signing in. */
  readonly activationKey: () => string | undefined;
  readonly onEnd: () => void;
  /** The user's permissions changed: everything loaded with the old ones must be loaded again. */
  readonly onRights: () => void;
  /** Writes to the browser's console. */
  readonly report: (message: string, ...details: readonly unknown[]) => void;
}

/** A token that is about to expire is renewed before it is used. */
const leewaySeconds = 10;

function isProfile(body: unknown): body is Profile {
  if (typeof body !== "object" || body === null || !("_embedded" in body) || !("_links" in body)) return false;
  const fields = body._embedded;
  return typeof fields === "object" && fields !== null && "permissions" in fields && Array.isArray(fields.permissions);
}

/** Neither older than a change that was made here, nor unchanged. */
function isNewer(profile: Profile, known: Profile): boolean {
  return profile._embedded.revision >= known._embedded.revision && JSON.stringify(profile) !== JSON.stringify(known);
}

function sameRights(one: Profile, other: Profile): boolean {
  const rights = ({ _embedded, _links }: Profile) => JSON.stringify([[..._embedded.permissions].toSorted(), _links]);
  return rights(one) === rights(other);
}

function sessionEnded({ status, correlationId }: ApiProblem): ApiProblem {
  return new ApiProblem({
    status,
    correlationId,
    code: "SESSION_ENDED",
    message: "Session ended",
    description: "Sign in again to continue.",
  });
}

/** Providers may explain a refusal in a text. */
function reasonGiven(error: unknown): string | undefined {
  const reason: unknown = typeof error === "object" && error !== null && "error_description" in error ? error.error_description : undefined;
  return typeof reason === "string" ? reason : undefined;
}

/** The session of this window: one object, which React only observes. */
export class Session {
  readonly client: Client;
  #parts: SessionParts;
  #state: SessionState = { status: "unknown", ready: false };
  #config: ConsoleConfig | undefined;
  #identity: Identity | undefined;
  #tokens: Tokens | undefined;
  #renew: ((stale: string | undefined) => Promise<Tokens>) | undefined;
  #starting: Promise<void> | undefined;
  #rereading: Promise<void> | undefined;
  #completing: { readonly address: string; readonly result: Promise<string | undefined> } | undefined;
  #listeners = new Set<() => void>();
  #leaving = new Set<() => void>();
  #adoptions = 0;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.client = parts.clientFor({
      token: () => this.#token(),
      organisation: () => this.#organisation(),
      renew: (stale) => this.#renewed(stale),
      end: (reason, problem) => void this.#end(reason === "refused" ? problem : sessionEnded(problem)),
      doubt: () => void this.reread(),
    });
  }

  readonly state = (): SessionState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get config(): ConsoleConfig | undefined {
    return this.#config;
  }

  /** Determines who is signed in. Does nothing when that is known, and tries again when Airlock was offline. */
  start(): Promise<void> {
    if (["authenticated", "anonymous", "undecided"].includes(this.#state.status)) return Promise.resolve();
    this.#starting ??= this.#start().finally(() => (this.#starting = undefined));
    return this.#starting;
  }

  async #start(): Promise<void> {
    this.#set({ status: "unknown", ready: false });
    const identity = await this.#open();
    if (!identity) return this.#goOffline();
    this.#tokens = await identity.read();
    if (!this.#tokens) return this.#set({ status: "anonymous" });
    if (this.#tokens.expiresAt <= this.#parts.nowSeconds() && (await this.#renewed(this.#tokens.accessToken)) === undefined) {
      // No message for a session that expired before this visit: the login page is enough.
      return this.#end(undefined);
    }
    await this.#authorise("resumed");
  }

  async #open(): Promise<Identity | undefined> {
    try {
      this.#config ??= await this.#parts.loadConfig();
      this.#identity ??= this.#parts.identityFor(this.#config);
    } catch (error) {
      this.#parts.report("The console's configuration cannot be read.", error);
      return undefined;
    }
    const { lock, nowSeconds } = this.#parts;
    this.#renew ??= createRenewal({ identity: this.#identity, lock, now: nowSeconds });
    return this.#identity;
  }

  /** Leaves for the provider. */
  async signIn(options: { readonly from?: string; readonly hint?: string; readonly again?: boolean } = {}): Promise<void> {
    const identity = await this.#open();
    if (!identity) return this.#goOffline();
    try {
      await identity.signIn({ ...options, again: options.again ?? this.#parts.askAgain.get() });
    } catch {
      this.#parts.messages.error("Login", "Your identity provider does not respond. Try again soon.", "PROVIDER_UNREACHABLE");
    }
  }

  /**
   * Finishes a sign-in at /callback and returns the location that the user opened first. A callback address works only once, so a second call shares
   * the result of the first.
   */
  complete(address: string): Promise<string | undefined> {
    if (this.#completing?.address !== address) this.#completing = { address, result: this.#complete(address) };
    return this.#completing.result;
  }

  async #complete(address: string): Promise<string | undefined> {
    const identity = await this.#open();
    if (!identity) {
      this.#goOffline();
      return undefined;
    }
    try {
      const signedIn = await identity.complete(address);
      this.#tokens = signedIn.tokens;
      await this.#authorise("signedIn");
      if (this.#state.status === "authenticated") this.#parts.tell("started");
      return signedIn.from;
    } catch (error) {
      // A used callback address, reached through the browser history: an existing session is kept.
      await this.start();
      if (this.#state.status === "anonymous") {
        this.#parts.messages.error("Login", reasonGiven(error) ?? "The sign-in was not finished. Try again.", "LOGIN_FAILED");
      }
      return undefined;
    }
  }

  async #authorise(session: "signedIn" | "resumed"): Promise<void> {
    this.#set({ status: "unknown", ready: true });
    try {
      const activationKey = this.#parts.activationKey();
      const profile: unknown = await this.client.post("user.login", addressOf("user.login"), {
        purpose: "authorisation",
        body: { resumed: session === "resumed", ...(activationKey === undefined ? {} : { activationKey }) },
      });
      if (!isProfile(profile)) {
        this.#parts.report("Application error: the authorisation call answered something that is not a profile.", profile);
        throw new Error("The response to the sign-in is not a profile.");
      }
      // Another window may have logged out during the request.
      this.#parts.askAgain.set(false);
      if (this.#tokens === undefined) return;
      this.#parts.organisation.set(profile._embedded.organisationWss);
      this.#set({ status: "authenticated", profile });
    } catch (error) {
      const problem = asProblem(error);
      // At 403 the client has ended the session already.
      if (this.#tokens === undefined) return;
      if (problem.code === NETWORK) return this.#goOffline();
      if (problem.code === "INVITATION_CHOICE_REQUIRED") {
        this.#parts.askAgain.set(false);
        return this.#set({ status: "undecided" });
      }
      this.#parts.askAgain.set(problem.status === 404);
      await this.#end(problem);
    }
  }

  /** The organisations of the user, and those that invited them. */
  memberships(): Promise<Memberships> {
    return this.client.get("memberships.read", addressOf("memberships.read"), { background: true });
  }

  /** Joins the organisation. The window acts in it after a reload, which drops everything that was read in another one. */
  async acceptInvitation(id: string): Promise<void> {
    const { _embedded } = await this.client.post("invitation.accept", addressOf("invitation.accept", { invitationId: id }));
    this.#parts.organisation.set(_embedded.organisationWss);
  }

  async declineInvitation(id: string): Promise<void> {
    await this.client.post("invitation.decline", addressOf("invitation.decline", { invitationId: id }));
  }

  /** After a reload the window acts in this organisation. */
  switchTo(organisationWss: string): void {
    this.#parts.organisation.set(organisationWss);
  }

  /** The shown data and the calls always belong to the same organisation: once signed in, calls act in the profile's. */
  #organisation(): string | undefined {
    return this.#state.status === "authenticated" ? this.#state.profile._embedded.organisationWss : this.#parts.organisation.get();
  }

  #goOffline(): void {
    this.#parts.messages.warning("Currently Offline", "please try again soon.");
    this.#set({ status: "offline" });
  }

  /** Reads the profile again, because roles may have been granted or revoked. The open window adopts the change without a new sign-in. */
  reread(): Promise<void> {
    this.#rereading ??= this.#reread().finally(() => (this.#rereading = undefined));
    return this.#rereading;
  }

  async #reread(): Promise<void> {
    const before = this.#state;
    if (before.status !== "authenticated") return;
    const href = before.profile._links["self"]?.href ?? addressOf("profile.read");
    const adoptions = this.#adoptions;
    let profile: unknown;
    try {
      profile = await this.client.get("profile.read", href, { purpose: "own-profile", background: true });
    } catch (error) {
      const problem = asProblem(error);
      // The account is disabled or deleted. Other failures are ignored, because the API may be available again in a moment.
      if (problem.status === 403 || problem.status === 404) await this.#end(problem);
      return;
    }
    const now = this.#state;
    // The response may predate a change that was made here meanwhile.
    if (now.status !== "authenticated" || !isProfile(profile) || adoptions !== this.#adoptions || !isNewer(profile, now.profile)) return;
    this.#set({ status: "authenticated", profile });
    if (sameRights(profile, now.profile)) return;
    this.#parts.messages.say("info", "Your rights have changed", "The console shows what you may do now.");
    this.#parts.onRights();
  }

  /** The profile after it was changed here. */
  adopt(profile: Profile): void {
    this.#adoptions += 1;
    if (this.#state.status === "authenticated") this.#set({ status: "authenticated", profile });
  }

  /** Runs the work when the user logs out, while there still is a token. */
  readonly onLogOut = (work: () => void): (() => void) => {
    this.#leaving.add(work);
    return () => this.#leaving.delete(work);
  };

  /** Logs out here, in the other windows, and at the provider. */
  async logOut(): Promise<void> {
    // Pending deletions and unsaved changes are sent while there still is a token.
    this.#parts.messages.settleAll();
    for (const work of this.#leaving) work();
    const identity = this.#identity;
    this.#tokens = undefined;
    this.#set({ status: "unknown", ready: false });
    this.#parts.onEnd();
    this.#parts.tell("ended");
    // Under the lock, so that a renewal in another window cannot restore the session. When the provider navigates away, the code below runs only if
    // the page is restored from the browser history.
    if (identity) await this.#parts.lock(() => identity.signOut());
    this.#set({ status: "anonymous" });
  }

  /** Logs out in this browser only, without the provider's logout. */
  async #end(problem: ApiProblem | undefined): Promise<void> {
    const identity = this.#identity;
    if (this.#state.status === "anonymous") return;
    const email = this.#tokens?.email;
    this.#tokens = undefined;
    this.#set({ status: "anonymous", ...(problem && { ended: { problem, email } }) });
    this.#parts.onEnd();
    if (problem) this.#parts.messages.error(problem.message, problem.description, problem.code);
    if (identity) await this.#parts.lock(() => identity.forget());
    this.#parts.tell("ended");
  }

  /** Logs out any existing user before an account is activated. */
  async leaveQuietly(): Promise<void> {
    const identity = await this.#open();
    this.#tokens = undefined;
    this.#set({ status: "anonymous" });
    this.#parts.onEnd();
    if (identity && (await identity.read())) {
      await this.#parts.lock(() => identity.forget());
      this.#parts.tell("ended");
    }
  }

  /** Another window sent news, or this page was restored from the back/forward cache. */
  async hear(news: SessionNews): Promise<void> {
    if (news === "ended" && this.#state.status !== "anonymous") {
      this.#tokens = undefined;
      this.#set({ status: "anonymous" });
      this.#parts.onEnd();
    }
    if (news === "started" && this.#state.status === "anonymous") {
      this.#set({ status: "unknown", ready: false });
      await this.start();
    }
  }

  /** The page was restored from the back/forward cache: its state may be outdated. */
  async recheck(): Promise<void> {
    if (this.#state.status === "authenticated" && !(await this.#identity?.read())) await this.hear("ended");
  }

  accountUrl(): Promise<string | undefined> {
    return this.#identity?.accountUrl() ?? Promise.resolve(undefined);
  }

  async #token(): Promise<string | undefined> {
    const tokens = this.#tokens;
    if (!tokens) return undefined;
    const left = tokens.expiresAt - this.#parts.nowSeconds();
    if (left > leewaySeconds) return tokens.accessToken;
    const renewed = await this.#renewed(tokens.accessToken);
    // An early renewal failed: the current token is still valid for some seconds.
    return renewed ?? (left > 0 ? tokens.accessToken : undefined);
  }

  async #renewed(stale: string | undefined): Promise<string | undefined> {
    if (!this.#renew || !this.#tokens) return undefined;
    try {
      this.#tokens = await this.#renew(stale);
      return this.#tokens.accessToken;
    } catch (error) {
      this.#parts.report("The session could not be renewed.", error);
      return undefined;
    }
  }

  #set(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
