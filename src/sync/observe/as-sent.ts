import { nameToday, type DescribedFiles } from "./reader-of.ts";

/** Whether a run may send a source of this component as another file than git's: only gettext's templates leave their charset open. */
export function mayBeSentAsAnother(component: DescribedFiles): boolean {
  return nameToday(component?.fileFormat ?? "") === "po";
}

/** A component's source as a run sends it: a gettext template with its charset in it. What the service has of it then is no other file. */
export async function asSent(content: Uint8Array, component: DescribedFiles): Promise<Uint8Array> {
  if (!mayBeSentAsAnother(component)) return content;
  const { withCharset } = await import("../../formats/po/charset.ts");
  return withCharset(content);
}
