import { letGitBeStarted } from "./started-git.ts";

// scripts/test-projects.ts looks at what tests import, not at this.
const folder = process.env.INTERLINEAR_GIT_STARTER;
if (folder !== undefined) await letGitBeStarted(folder);
