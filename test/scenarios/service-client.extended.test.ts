import { describeTranslationService } from "../../src/service-client/translation-service.contract.ts";
import { startService } from "../support/service.ts";

describeTranslationService("the embedded service", async () => {
  const service = await startService();
  return {
    url: service.url,
    adminToken: service.adminToken,
    stop: async () => {
      await service[Symbol.asyncDispose]();
    },
  };
});
