import { test } from "vitest";
import {
  keepTranslations,
  renameWhereTheServiceReadsThisRepository,
  renameWithoutAddingStrings,
} from "../scenarios/renamed-keys.ts";
import { playOnRealSite } from "./real-site.ts";

test("renamed keys keep their translations, on the service and in every locale file", () =>
  playOnRealSite(keepTranslations));

test("a component that lets nobody add strings gets the translations right after the source", () =>
  playOnRealSite(renameWithoutAddingStrings));

test("a service that reads this repository gets the translations under the new keys after it fetched them", () =>
  playOnRealSite(renameWhereTheServiceReadsThisRepository));
