import { expect, test } from "vitest";
import { callService } from "../support/service-api.ts";
import { realService } from "./service-under-test.ts";

test("the seeded project answers to the bot's token", async () => {
  const service = realService();

  const project = await callService<{ slug: string }>(service, "GET", `/api/projects/${service.project}/`, {
    token: service.botToken,
  });

  expect(project.slug).toBe("demo");
});
