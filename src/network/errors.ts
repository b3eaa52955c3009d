import type { ErrorTable } from "../core/errors.ts";

export const networkErrors = {
  "IL-N01": {
    title: "A proxy variable is not an address",
    remedy:
      "Write HTTPS_PROXY and HTTP_PROXY like `http://proxy.example.org:3128`, user and password percent-encoded in front of the host; other kinds of proxy are not supported.",
  },
} satisfies ErrorTable;
