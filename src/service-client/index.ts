/** The translation service over HTTP: the adapter behind the port `TranslationService`. */
export { HttpTranslationService, type HttpTranslationServiceOptions } from "./http-translation-service.ts";
