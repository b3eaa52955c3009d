/** Below this, `git clone` finds the repositories of components (`git_export`). */
export const GIT_EXPORT = "/git/";
