import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { withLock } from "../lock.ts";
import { installPackages } from "./apt.ts";
import { hasVenv } from "./bigquery.ts";
import { cacheFolder, exists } from "./cache.ts";
import { runInstaller } from "./run.ts";

const version = "4.7.0";
/** The wheel for each processor, with its hash: the library is native code, so exactly the tested build is used. */
const wheels: Readonly<Record<string, { readonly platform: string; readonly sha256: string }>> = {
  x64: { platform: "manylinux_2_28_x86_64", sha256: "d23e922acd891e77212e4d0fbcee9ba973c96dee479491341d05ba595357ebb7" },
  arm64: { platform: "manylinux2014_aarch64", sha256: "d4529acec5c6fefe4768302a529707d0ead90f6a6f42df694b856212e09695b8" },
};

function folder(): string {
  return join(cacheFolder(), `lightgbm-${version}`);
}

/** The native library that trains. */
export function lightgbmLibrary(): string {
  return join(folder(), "lightgbm/lib/lib_lightgbm.so");
}

/** Extracts the library and its licence from the Python package; Python is needed only for the download. */
export async function installLightgbm(): Promise<void> {
  if (await exists(lightgbmLibrary())) return;
  const wheel = wheels[process.arch];
  if (wheel === undefined) throw new Error(`There is no LightGBM ${version} checked for the processor ${process.arch}.`);
  await installPackages(["python3", "python3-venv", "libgomp1"], async () => (await hasVenv()) && (await hasOpenMp()));
  await withLock(join(cacheFolder(), "lightgbm.lock"), async () => {
    if (await exists(lightgbmLibrary())) return;
    await mkdir(cacheFolder(), { recursive: true });
    const work = await mkdtemp(join(cacheFolder(), "lightgbm-download-"));
    try {
      const python = join(work, "venv/bin/python");
      await runInstaller("lightgbm", "python3", ["-m", "venv", join(work, "venv")]);
      const wanted = ["--no-deps", "--only-binary=:all:", "--platform", wheel.platform, "--dest", work, `lightgbm==${version}`];
      await runInstaller("lightgbm", python, ["-m", "pip", "download", "--quiet", ...wanted]);
      const [name] = (await readdir(work)).filter((file) => file.endsWith(".whl"));
      if (name === undefined) throw new Error(`The download of LightGBM ${version} brought no wheel.`);
      const found = createHash("sha256")
        .update(await readFile(join(work, name)))
        .digest("hex");
      if (found !== wheel.sha256) throw new Error(`The download of LightGBM ${version} is not the one that was checked.`);
      await runInstaller("lightgbm", python, ["-m", "zipfile", "-e", join(work, name), join(work, "unpacked")]);
      await rm(folder(), { recursive: true, force: true });
      await rename(join(work, "unpacked"), folder());
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  });
}

function hasOpenMp(): Promise<boolean> {
  return runInstaller("libgomp1", "ldconfig", ["-p"]).then(
    (libraries) => libraries.includes("libgomp.so.1"),
    () => false,
  );
}
