import { invalid, refused, type Refusal } from "../../http-api/refusal.ts";

// In the words of the real service.

export function required(field: string): Refusal {
  return invalid(field, "This field is required.", "required");
}

export function blank(field: string): Refusal {
  return invalid(field, "This field may not be blank.", "blank");
}

export function parseError(detail: string): Refusal {
  return invalid(null, detail, "parse_error");
}

/** Also for what the caller may not see: a private object looks missing (probe §6). */
export function notFound(detail = "Not found."): Refusal {
  return refused(404, "not_found", detail);
}

export function methodNotAllowed(method: string): Refusal {
  return refused(405, "method_not_allowed", `Method "${method}" not allowed.`);
}

export function denied(detail = "You do not have permission to perform this action."): Refusal {
  return refused(403, "permission_denied", detail);
}

const challenge = { headers: { "WWW-Authenticate": "Token" } };

export function notAuthenticated(): Refusal {
  return refused(401, "not_authenticated", "Authentication credentials were not provided.", challenge);
}

export function wrongToken(): Refusal {
  return refused(401, "authentication_failed", "Invalid token.", challenge);
}

/** Also of a token whose day has passed (asked of 5.14.3). */
export function inactiveUser(): Refusal {
  return refused(401, "authentication_failed", "User inactive or deleted.", challenge);
}

/** Of the disk, for what is sent. */
export function noRoom(): Refusal {
  const detail = "Others are sending large files just now, and there is no room for more. Send this again in a minute.";
  return refused(503, "unavailable", detail, { headers: { "Retry-After": "60" } });
}

/** Another operation holds the clone (probe §4). */
export function repositoryBusy(name: string): Refusal {
  const detail = `Could not obtain the repository lock for ${name} to perform the operation.`;
  return refused(423, "repository-locked", detail);
}

export function locked(): Refusal {
  return denied("This translation is currently locked.");
}
