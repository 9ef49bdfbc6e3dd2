import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type BrowserServer, type LaunchOptions, type Page } from "playwright-core";

export interface Viewport {
  readonly width: number;
  readonly height: number;
}
export const wide: Viewport = { width: 1440, height: 900 };
export const narrow: Viewport = { width: 390, height: 844 };

const places = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
];

/** The executable and its arguments; undefined if no Chromium is installed. */
export function installedChromium(): { readonly executablePath: string; readonly args: string[] } | undefined {
  const executablePath = process.env["AIRLOCK_CHROMIUM"] ?? places.find((place) => existsSync(place));
  return executablePath === undefined ? undefined : { executablePath, args: [...quiet] };
}

function launchOptions(): LaunchOptions {
  const installed = installedChromium();
  if (installed === undefined)
    throw new Error("No Chromium found. Install it with apt-get install chromium-headless-shell, or name it in AIRLOCK_CHROMIUM.");
  return installed;
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions());
}

/** One browser for several processes, each of which connects to it by its address. */
export function serveBrowser(): Promise<BrowserServer> {
  return chromium.launchServer(launchOptions());
}

export function connectBrowser(address: string): Promise<Browser> {
  return chromium.connect(address);
}

/** The browser of one user: its first page, and the complaints of all its pages. */
export interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Content security policy violations, in order. */
  readonly violations: readonly string[];
  /** Uncaught errors of the pages. */
  readonly errors: readonly string[];
  readonly close: () => Promise<void>;
}

/** The time zone of all test users, different from the machine's, so that nothing works only in UTC. */
export const timeZone = "Europe/Amsterdam";

export interface WindowOptions {
  readonly viewport?: Viewport;
  readonly dark?: boolean;
  readonly baseUrl: string;
  /** Blocked where the worker is not the subject, or where a test answers the requests of pages itself: those of a worker do not reach it. */
  readonly serviceWorkers?: "allow" | "block";
}

export async function openWindow(browser: Browser, options: WindowOptions): Promise<Window> {
  const context = await browser.newContext({
    viewport: options.viewport ?? wide,
    colorScheme: options.dark === true ? "dark" : "light",
    baseURL: options.baseUrl,
    locale: "en-GB",
    timezoneId: timeZone,
    reducedMotion: "reduce",
    serviceWorkers: options.serviceWorkers ?? "allow",
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: options.baseUrl });
  context.setDefaultTimeout(45_000);
  const violations: string[] = [];
  const errors: string[] = [];
  // Also from the browser's own log, which includes violations before the page's first script.
  context.on("console", (message) => {
    if (message.type() === "error" && message.text().includes("Content Security Policy")) violations.push(message.text());
  });
  await context.exposeBinding("reportViolation", (_source, text: string) => void violations.push(text));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const report: unknown = Reflect.get(window, "reportViolation");
      if (typeof report === "function") report(`${event.violatedDirective} blocked ${event.blockedURI} on ${location.pathname}`);
    });
  });
  context.on("weberror", (webError) => {
    const error = webError.error();
    errors.push(`${webError.page()?.url() ?? ""} ${error.name}: ${error.message}`);
  });
  const page = await context.newPage();
  return { context, page, violations, errors, close: () => context.close() };
}
