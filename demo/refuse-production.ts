import { z } from "zod";
import type { Product } from "../tests/support/product.ts";

const config = z.object({ issuer: z.string() });

/**
 * Throws unless this is an instance of `services/` on this machine: its users get a known password at the development identity provider,
 * and executions are made up.
 */
export async function refuseProduction(product: Pick<Product, "url" | "issuer">, env = process.env): Promise<void> {
  const refuse = (why: string): never => {
    throw new Error(`The demo organisation is only for development: ${why}`);
  };
  if (env["NODE_ENV"] === "production") refuse("NODE_ENV is production.");
  for (const address of [product.url, product.issuer]) {
    if (!["localhost", "127.0.0.1"].includes(new URL(address).hostname)) refuse(`${address} is not on this machine.`);
  }
  const answer = await fetch(new URL("/config.json", product.url));
  const { issuer } = config.parse(await answer.json());
  if (issuer !== product.issuer) refuse(`users sign in at ${issuer}, not at the development identity provider.`);
  const accounts = await fetch(`${issuer}/development/accounts`);
  if (!accounts.ok) refuse(`${issuer} is not the development identity provider.`);
}
