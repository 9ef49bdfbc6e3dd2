import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";

export class TooManyRequests extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super("too many requests");
    this.seconds = seconds;
  }
}

/** Requests per minute and address, checked first. Single routes may be stricter. */
export async function addRateLimit(app: FastifyInstance, options: { readonly perMinute: number }): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: options.perMinute,
    timeWindow: 60_000,
    // Limits the number of addresses that are tracked.
    cache: 10_000,
    errorResponseBuilder: (_request, context) => new TooManyRequests(Math.ceil(context.ttl / 1000)),
  });
}
