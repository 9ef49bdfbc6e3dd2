import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expectOk } from "../../services/http.ts";
import { consoleClientId } from "../../services/idp/provider.ts";
import { publicUrl, type Instance } from "../../services/instance.ts";
import { idpIssuer } from "../../services/parts/idp.ts";
import { until } from "../../services/until.ts";
import { callerFor, type Place } from "../support/caller.ts";
import { buildImage, type Unpacked } from "./build-image.ts";
import { buildah, imagesFolder } from "./buildah.ts";
import { confined } from "./confined.ts";
import { timed } from "./timed.ts";

const run = promisify(execFile);
const uid = 1000;
const data = join(imagesFolder, "trial-data");

/**
 * Builds the trial image and starts it three times on one volume. After a stop and after a kill the same version decides; the third start adds the
 * demo organisation.
 */
export async function checkTrial(base: number): Promise<void> {
  const image = await buildImage({ name: "trial", user: "node", own: "airlock" });
  const instance: Instance = { name: "trial", base, folder: join(data, "trial") };
  const product = { url: publicUrl(instance), issuer: idpIssuer(instance) };
  const start = (what: string, env = {}) => timed(what, () => Trial.start(image, { AIRLOCK_TRIAL_PORT: String(base), ...env }));
  await rm(data, { recursive: true, force: true });
  await mkdir(data, { recursive: true });
  await chown(data, uid, uid);
  try {
    const first = await start("trial, on an empty volume");
    const call = await first.during(async () => {
      for (const path of ["/", "/documentation/"]) await expectOk(`${product.url}${path}`);
      await expectSignInPage(product);
      return timed("tour", () => first.tour());
    });
    await timed("stop", () => first.stop());

    const second = await start("trial, again");
    await second.during(() => decide(call));
    await second.kill();

    const third = await start("trial, after it was killed, with the demo organisation", { AIRLOCK_TRIAL_DEMO: "yes" });
    await third.during(async () => {
      await decide(call);
      await timed("demo organisation", () => third.untilPrinted(/Harbour Bank is complete/));
      const mara = await callerFor(product, "mara@harbour.example");
      const { items } = await mara.do("solutions.list", {});
      if (items.length === 0) throw new Error("The demo organisation has no solutions.");
    });
    await third.stop();
  } finally {
    await buildah("rm", image.container);
    await rm(data, { recursive: true, force: true });
  }
}

/** The version that the tour deployed, with its key and input. */
interface Call {
  readonly url: string;
  readonly token: string;
  readonly input: string;
}

async function decide({ url, token, input }: Call): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  await expectOk(url, { method: "POST", headers, body: input });
}

/** The page that the console redirects an anonymous visitor to. */
async function expectSignInPage({ url, issuer }: Place): Promise<void> {
  const page = new URL("/auth", issuer);
  const parameters = { client_id: consoleClientId, response_type: "code", redirect_uri: `${url}/callback`, scope: "openid" };
  page.search = new URLSearchParams({ ...parameters, code_challenge: "a".repeat(43), code_challenge_method: "S256" }).toString();
  const redirect = await fetch(page, { redirect: "manual" });
  const cookie = redirect.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
  const shown = await expectOk(new URL(redirect.headers.get("location") ?? "", issuer).href, { headers: { cookie } });
  if (!shown.includes('type="password"')) throw new Error("The identity provider shows no sign-in page.");
}

/** A container of the image with its own process ids: a kill ends everything in it. */
class Trial {
  readonly #image: Unpacked;
  readonly #process: ChildProcess;
  #printed = "";

  private constructor(image: Unpacked, env: Readonly<Record<string, string>>) {
    this.#image = image;
    const { file, args } = confined(image, { uid: String(uid), env, memory: ["/tmp"], data, isolated: true });
    this.#process = spawn(file, args, { stdio: ["ignore", "pipe", "inherit"] });
    this.#process.stdout?.on("data", (text: Buffer) => (this.#printed += text.toString()));
  }

  /** Resolves when the health check of the image succeeds. */
  static async start(image: Unpacked, env: Readonly<Record<string, string>>): Promise<Trial> {
    const trial = new Trial(image, env);
    const [, ...check] = image.settings.Healthcheck?.Test ?? [];
    await trial.during(async () => {
      const isHealthy = () =>
        trial.#inside(check, env).then(
          () => true,
          () => !trial.#runs,
        );
      if (!(await until(isHealthy, { seconds: 300, everyMillis: 500 })) || !trial.#runs) throw new Error("The trial does not start.");
    });
    return trial;
  }

  /** A failure stops the container and has what it printed. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.kill();
      throw new Error(`${error instanceof Error ? error.message : String(error)}\nThe trial printed:\n${this.#printed}`, { cause: error });
    }
  }

  async tour(): Promise<Call> {
    const { stdout } = await this.#inside(["node", "tests/tour/run.ts", "--instance", "trial"], {});
    const [, url, token, input] = /curl -X POST (\S+)[^]*Bearer (\S+)'[^]*-d '(.*)'/.exec(stdout) ?? [];
    if (!/^200 /m.test(stdout) || url === undefined || token === undefined || input === undefined)
      throw new Error(`The tour made no decision:\n${stdout}`);
    return { url, token, input };
  }

  async untilPrinted(text: RegExp): Promise<void> {
    const isThere = async () => Promise.resolve(text.test(this.#printed) || !this.#runs);
    if (!(await until(isThere, { seconds: 900, everyMillis: 200 })) || !this.#runs)
      throw new Error(`The trial does not print ${text.source}.`);
  }

  async stop(): Promise<void> {
    const code = await this.#end("SIGTERM");
    if (code !== 0) throw new Error(`The trial ended with ${String(code)} and printed:\n${this.#printed}`);
  }

  async kill(): Promise<void> {
    if (this.#runs) await this.#end("SIGKILL");
  }

  /** Signals process 1 of the container. When `unshare`, its parent, exits, nothing of the container runs. */
  async #end(signal: NodeJS.Signals): Promise<unknown> {
    const { pid } = this.#process;
    const [first] = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim().split(" ");
    const ended = once(this.#process, "exit");
    process.kill(Number(first === "" ? pid : first), signal);
    const [code]: unknown[] = await ended;
    return code;
  }

  get #runs(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** As `docker exec`. */
  #inside(command: readonly string[], env: Readonly<Record<string, string>>): Promise<{ readonly stdout: string }> {
    const { file, args } = confined(this.#image, { uid: String(uid), command, env, memory: ["/tmp"], data });
    return run(file, [...args]);
  }
}
