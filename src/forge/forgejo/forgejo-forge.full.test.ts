import { createForgejoHost } from "../../../test/support/forgejo-forge-host.ts";
import { forgeContract } from "../forge.contract.ts";

// By git over HTTP each case starts some thirty processes. `npm run test:extended` plays the contract on a plain remote, which is written the same
// way (`pushed-branch.ts`), and by GitHub's API; what is Forgejo's own is in forgejo-forge.extended.test.ts.
forgeContract("Forgejo", (files) => createForgejoHost(files));
