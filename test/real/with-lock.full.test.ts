import { test } from "vitest";
import { lockWhileReading } from "../scenarios/with-lock.ts";
import { playOnRealSite } from "./real-site.ts";

test("a run locks what it reads on a real service, after its uploads, and unlocks it when it has it", () =>
  playOnRealSite(lockWhileReading));
