"""What schemathesis leaves alone, so that it can go on asking: the session and the user that it asks with."""

import schemathesis

ADMINISTRATOR = 1


@schemathesis.hook
def before_call(context, case, kwargs):
    operation = f"{case.method} {case.path}"
    if operation == "GET /logout":
        case.cookies = {}
        kwargs.pop("cookies", None)
    writes = case.method in ("PUT", "PATCH", "DELETE")
    if writes and str((case.path_parameters or {}).get("login")) == str(ADMINISTRATOR):
        case.path_parameters["login"] = 2
    # No mail goes to a server that a random text names.
    if case.path == "/management" and isinstance(case.body, dict) and isinstance(case.body.get("mail"), dict):
        if "host" in case.body["mail"]:
            case.body["mail"]["host"] = ""
