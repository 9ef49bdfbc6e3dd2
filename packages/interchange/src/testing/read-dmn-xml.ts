import { DmnModdle } from "dmn-moddle";

/** The definitions of a DMN file as the library reads them, for tests that evaluate the original. */
export async function readDmnXml(xml: string): Promise<unknown> {
  const { rootElement } = await DmnModdle().fromXML(xml);
  return rootElement;
}
