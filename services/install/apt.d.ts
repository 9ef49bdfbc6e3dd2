/** Installs Debian packages when `isPresent` says that what they bring is missing. */
export declare function installPackages(packages: readonly string[], isPresent: () => Promise<boolean>): Promise<void>;
