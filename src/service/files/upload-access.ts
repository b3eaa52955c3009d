import { assertAgreed } from "../units/agreement.ts";
import { isReviewed, overrideRefusal, reviewRefusal } from "../units/unit-access.ts";
import { invalid, type Refusal } from "../../http-api/refusal.ts";
import { denied, locked } from "../http/refusal.ts";
import { may } from "../identity/permissions.ts";
import type { Service } from "../service.ts";
import { isMonolingual } from "./component-files.ts";
import type { UploadMethod, UploadRequest, UploadTarget } from "./upload-request.ts";

function unavailable(reason: string): Refusal {
  return invalid("method", `This method is not available here. ${reason}`);
}

/**
 * The gate in front of every upload, and what each method and way with conflicts takes besides (facts §2).
 * @throws 403 with the reason; 400 for a method or for conflicts that are not for this caller or this translation
 */
export async function assertMayUpload(service: Service, target: UploadTarget, request: UploadRequest): Promise<void> {
  const { component, caller } = target;
  if (!may(caller, target, component.settings.is_glossary ? "glossary.upload" : "upload.perform")) {
    throw denied("Insufficient privileges for uploading translations.");
  }
  // Commits need one; a bot's are signed with an address of the site.
  if (caller.user?.email === "" && caller.user.is_bot !== 1) {
    throw denied("Set an e-mail address in your profile to upload translations.");
  }
  if (component.locked === 1) throw locked();
  await assertAgreed(service, caller, component);
  // Whatever the method: real services let nobody upload there who may not override the votes.
  const override = overrideRefusal(caller, target);
  if (override !== undefined) throw override;
  assertSourceRights(target, request.method);
  const reason = reasonAgainst(target, request.method);
  if (reason !== undefined) throw unavailable(reason);
  const review = request.conflicts === "replace-approved" ? reviewRefusal(caller, target) : undefined;
  if (review !== undefined) throw invalid("conflicts", review.message);
  if (request.conflicts === "replace-translated" && !may(caller, target, "upload.overwrite")) {
    throw invalid("conflicts", "Insufficient privileges for overwriting translations.");
  }
}

/** Whether what a file calls approved is for the caller to say: where nobody reviews, it means nothing to anybody. */
export function takesApprovals(target: UploadTarget): boolean {
  return !isReviewed(target) || may(target.caller, target, "unit.review");
}

function assertSourceRights(target: UploadTarget, method: UploadMethod): void {
  if (target.translation.is_source !== 1 || method === "source") return;
  const { caller, component } = target;
  const mayEdit =
    may(caller, target, "source.edit") && (!isMonolingual(component.settings) || may(caller, target, "unit.template"));
  if (!mayEdit) throw denied("Insufficient privileges for editing source strings.");
}

/** Why a method does not work on this translation for this caller, or undefined. */
function reasonAgainst(target: UploadTarget, method: UploadMethod): string | undefined {
  const { component, translation, caller } = target;
  const monolingual = isMonolingual(component.settings);
  const isSource = translation.is_source === 1;
  switch (method) {
    case "source":
      if (!isSource) return "Source upload is only supported on the source language.";
      if (monolingual) {
        return "Source upload is only supported for bilingual translations, you might want to use replace upload instead.";
      }
      return component.settings.file_format === "po" ? undefined : "Source upload is not supported by the file format.";
    case "replace": {
      if (translation.filename === "") return "There is no file to replace; use source upload.";
      const mayReplace =
        may(caller, target, "component.edit") ||
        (may(caller, target, "unit.add") && may(caller, target, "unit.delete") && may(caller, target, "unit.edit"));
      return mayReplace ? undefined : "Insufficient privileges for replacing the file.";
    }
    case "add":
      if (monolingual && !isSource) return "Add the string to the source language instead.";
      if (!monolingual && isSource) return "The translation is read-only.";
      if (!component.settings.manage_units) return "Adding strings is disabled in the component configuration.";
      return may(caller, target, "unit.add") ? undefined : "Insufficient privileges for adding strings.";
    case "approve": {
      const review = reviewRefusal(caller, target);
      if (review !== undefined) return review.message;
      break;
    }
    case "suggest":
      if (!component.settings.enable_suggestions) return "Suggestions are turned off.";
      if (isSource && (!monolingual || !component.settings.edit_template)) return "The translation is read-only.";
      return may(caller, target, "suggestion.add") ? undefined : "Insufficient privileges for adding suggestions.";
    default:
  }
  if (isSource && (!monolingual || !component.settings.edit_template)) return "The translation is read-only.";
  return may(caller, target, "unit.edit") ? undefined : "Insufficient privileges for editing strings.";
}
