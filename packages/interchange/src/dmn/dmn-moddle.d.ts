declare module "dmn-moddle" {
  interface DmnModdle {
    readonly fromXML: (
      xml: string,
    ) => Promise<{ readonly rootElement: unknown; readonly warnings: readonly { readonly message: string }[] }>;
  }
  export function DmnModdle(): DmnModdle;
}
