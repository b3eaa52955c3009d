import { expect, it } from "vitest";
import { denied } from "../http/refusal.ts";
import { refusalPage } from "./refusal-page.ts";

const jana = { username: "jana", fullName: "Jana", csrf: "", theme: "auto" };

it("says to who is signed in that they may not do it, and what the API says only where that tells more", () => {
  const page = (message?: string): string => refusalPage("Site", { signedIn: jana, here: "/manage/" }, denied(message));
  expect(page()).toContain("<h1>You may not do this</h1>");
  expect(page()).not.toContain("You do not have permission");
  expect(page("Voting for suggestions is turned off.")).toContain("<p>Voting for suggestions is turned off.</p>");
});
