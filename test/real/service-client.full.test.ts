import { describeTranslationService } from "../../src/service-client/translation-service.contract.ts";
import { realService } from "./service-under-test.ts";

describeTranslationService("the real service", async () => realService());
