/** Builds a Go server once for this user, under a name with its version so that a new version is a new file. */
export declare function installGo(module: string, version: string, binary: string): Promise<string>;
export declare function goBinary(binary: string, version: string): string;
