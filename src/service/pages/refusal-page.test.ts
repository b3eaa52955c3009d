import { expect, it } from "vitest";
import { refused } from "../../http-api/refusal.ts";
import { denied } from "../http/refusal.ts";
import { comesAgainAfter, refusalPage } from "./refusal-page.ts";

const jana = { username: "jana", fullName: "Jana", csrf: "", theme: "auto" };
const asked = { isForm: false };
const away = refused(503, "unavailable", "The service cannot use its database just now.", {
  headers: { "Retry-After": "5" },
});

it("says to who is signed in that they may not do it, and what the API says only where that tells more", () => {
  const page = (message?: string): string =>
    refusalPage("Site", { signedIn: jana, here: "/manage/" }, denied(message), asked);
  expect(page()).toContain("<h1>You may not do this</h1>");
  expect(page()).not.toContain("You do not have permission");
  expect(page("Voting for suggestions is turned off.")).toContain("<p>Voting for suggestions is turned off.</p>");
});

it("comes again by itself while the service is not ready, where no form was sent", () => {
  const visitor = { signedIn: undefined, here: "/projects/shop/" };
  expect(comesAgainAfter(away, asked)).toBe("5");
  expect(refusalPage("Site", visitor, away, asked)).toContain("This page comes again by itself.");
  expect(comesAgainAfter(away, { isForm: true })).toBeUndefined();
  expect(comesAgainAfter(denied(), asked)).toBeUndefined();
});

it("asks nobody to sign in of whom it cannot be found out who they are", () => {
  const page = (isUnknown: boolean): string =>
    refusalPage("Site", { signedIn: undefined, isUnknown, here: "/" }, away, asked);
  expect(page(true)).not.toContain("Sign in");
  expect(page(false)).toContain("Sign in");
});

it("keeps what somebody typed, and sends it once more as it was", () => {
  const visitor = { signedIn: undefined, here: "/translate/shop/app/cs/?unit=7" };
  const kept = { unit: "7", "target.0": "<b>Košík</b>" };
  const page = refusalPage("Site", visitor, away, { isForm: true, kept });
  expect(page).toContain('<form method="post" action="/translate/shop/app/cs/?unit=7">');
  expect(page).toContain('<p class="texts" dir="auto">&lt;b&gt;Košík&lt;/b&gt;</p>');
  expect(page).toContain('name="target.0" value="&lt;b&gt;Košík&lt;/b&gt;"');
  expect(page).toContain("Send it again");
});
