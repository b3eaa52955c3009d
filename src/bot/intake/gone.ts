/** Why a repository is not served any more, in words for people; what is over is told apart by them. */
export const SUSPENDED = "The App's installation is suspended.";
export const NOT_INSTALLED = "The App is not installed here any more.";
export const NO_ACCESS = "The App has no access to it any more.";
export const DELETED = "The repository was deleted.";
export const ARCHIVED = "The repository was archived: nothing can be proposed there.";
