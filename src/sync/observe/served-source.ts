import { RemoteError } from "../../core/errors.ts";
import type { Git } from "../../git/git.ts";
import type { ServiceTranslation, TranslationService } from "../../service-client/translation-service.ts";
import type { ComponentObservation, SourceObservation, TranslationObservation } from "./observation.ts";

/**
 * The service keeps no file of the source language where a bilingual component has none in its mask: only a PO template is
 * one all the same. The source texts are in every translation file then.
 */
export function isKeptInTranslations({ translation }: SourceObservation): boolean {
  return translation?.filename === "";
}

/** A file with the service's source texts; undefined where it has none. */
export async function readServedSource(
  { service, git }: { readonly service: Pick<TranslationService, "download">; readonly git: Pick<Git, "read"> },
  { source, translations }: ComponentObservation,
): Promise<Uint8Array | undefined> {
  if (source.translation === undefined) return undefined;
  if (!isKeptInTranslations(source)) return downloadIfThere(service, source.translation);
  // Files that nobody brought up to date lack some of the texts.
  const most = Math.max(0, ...translations.map(({ translation }) => translation.counters.total));
  const whole = translations.filter(({ translation }) => translation.counters.total === most);
  const [equal] = whole.flatMap((observed) => equalInGit(observed) ?? []);
  if (equal !== undefined) return git.read(equal);
  const [any] = whole;
  return any === undefined ? undefined : downloadIfThere(service, any.translation);
}

/** Git's blob with the strings of the service's file, where it is known that nothing else is in it. */
function equalInGit({ blob, versions, translation: { revision } }: TranslationObservation): string | undefined {
  if (blob === revision) return blob;
  const agreed = versions?.agreed;
  return agreed?.service === revision && !agreed.merged ? agreed.blob : undefined;
}

async function downloadIfThere(
  service: Pick<TranslationService, "download">,
  translation: ServiceTranslation,
): Promise<Uint8Array | undefined> {
  try {
    return await service.download(translation);
  } catch (error) {
    if (error instanceof RemoteError && error.status === 404) return undefined;
    throw error;
  }
}
