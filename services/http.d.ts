/** The answer's body when it is a 2xx; throws otherwise. For probes, so it gives up quickly. */
export declare function expectOk(url: string, init?: RequestInit): Promise<string>;
