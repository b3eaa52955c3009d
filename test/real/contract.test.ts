import { describeTranslationService } from "../../src/service-client/translation-service.contract.ts";
import { realService } from "./service-under-test.ts";

describeTranslationService("a real service", () => Promise.resolve(realService()));
