/** The configuration that the edge serves at /config.json: public values that differ between installations. */
export interface ConsoleConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly productVersion: string;
  /** The display name of the identity provider, as in 'Continue to Northbank ID'. */
  readonly providerName?: string;
  /** The provider's page for managing one's own account, if it has one. */
  readonly accountUrl?: string;
  /** The command that adds the demo organisation here. Only installations for trying have one. */
  readonly sampleDataCommand?: string;
}

function text(source: object, name: string): string | undefined {
  const value: unknown = Reflect.get(source, name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function readConfig(body: unknown): ConsoleConfig {
  const source = typeof body === "object" && body !== null ? body : {};
  const issuer = text(source, "issuer");
  const clientId = text(source, "clientId");
  if (issuer === undefined || clientId === undefined) throw new Error("config.json names no issuer or no clientId.");
  const providerName = text(source, "providerName");
  const accountUrl = text(source, "accountUrl");
  const sampleDataCommand = text(source, "sampleDataCommand");
  return {
    issuer,
    clientId,
    scope: text(source, "scope") ?? "openid profile email",
    productVersion: text(source, "productVersion") ?? "",
    ...(providerName === undefined ? {} : { providerName }),
    ...(accountUrl === undefined ? {} : { accountUrl }),
    ...(sampleDataCommand === undefined ? {} : { sampleDataCommand }),
  };
}

export async function loadConfig(): Promise<ConsoleConfig> {
  const response = await fetch("/config.json", { cache: "no-cache", signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`config.json answered ${response.status}.`);
  return readConfig(await response.json());
}
