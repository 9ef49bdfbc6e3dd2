/** `npm run check`: everything that needs no servers, side by side, each with its own verdict and time. */
import { spawn } from "node:child_process";

const steps = ["types", "lint", "format:check", "law", "test", "test:component"];

function run(step: string): Promise<{ step: string; code: number; seconds: number; output: string }> {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn("npm", ["run", "--silent", step], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("close", (code) => resolve({ step, code: code ?? 1, seconds: (performance.now() - started) / 1000, output }));
  });
}

const results = await Promise.all(steps.map(run));
for (const { step, code, output } of results) if (code !== 0 || step.startsWith("test")) console.log(`--- ${step}\n${output.trimEnd()}`);
for (const { step, code, seconds } of results) console.log(`${code === 0 ? "ok    " : "FAILED"} ${step} ${seconds.toFixed(1)} s`);
process.exitCode = results.every((result) => result.code === 0) ? 0 : 1;
