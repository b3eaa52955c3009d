import type { DatabaseSchema } from "../schema.ts";
import type { Tables } from "../tables.ts";
import { firstTables } from "./0001-first-tables.ts";
import { wholeApi } from "./0002-whole-api.ts";
import { pageSessions } from "./0003-page-sessions.ts";
import { textIndex } from "./0004-text-index.ts";
import { signInLinks } from "./0005-sign-in-links.ts";
import { workingInPages } from "./0006-working-in-pages.ts";
import { earlyTranslations } from "./0007-early-translations.ts";
import { checksums } from "./0008-checksums.ts";
import { mail } from "./0009-mail.ts";
import { setAsideTexts } from "./0010-set-aside-texts.ts";
import { variants } from "./0011-variants.ts";
import { quickSearches } from "./0012-quick-searches.ts";
import { machinery } from "./0013-machinery.ts";
import { questions } from "./0014-questions.ts";
import { pluralRulesOfFiles } from "./0015-plural-rules-of-files.ts";
import { shortMerges } from "./0016-short-merges.ts";
import { openStrings } from "./0017-open-strings.ts";
import { foundByOwner } from "./0018-found-by-owner.ts";
import { apartFromSource } from "./0019-apart-from-source.ts";
import { filesToReadAgain } from "./0020-files-to-read-again.ts";
import { apartOnPostgres } from "./0021-apart-on-postgres.ts";
import { stringsByKey } from "./0022-strings-by-key.ts";
import { stringsWithoutSource } from "./0023-strings-without-source.ts";
import { textsOfStrings } from "./0024-texts-of-strings.ts";
import { textsByKind } from "./0025-texts-by-kind.ts";
import { commitsBegun } from "./0026-commits-begun.ts";
import { linkedByPlace } from "./0027-linked-by-place.ts";
import { textsByKindOnSqlite } from "./0028-texts-by-kind-on-sqlite.ts";
import { shorterMerges } from "./0029-shorter-merges.ts";
import { commitsOfTranslations } from "./0030-commits-of-translations.ts";
import { statesOfTexts } from "./0031-states-of-texts.ts";
import { originsByKey } from "./0032-origins-by-key.ts";
import { componentsBeingRemoved } from "./0033-components-being-removed.ts";

/** The tables of the embedded service. */
export const serviceSchema: DatabaseSchema<Tables> = {
  name: "interlinear",
  migrations: [
    firstTables,
    wholeApi,
    pageSessions,
    textIndex,
    signInLinks,
    workingInPages,
    earlyTranslations,
    checksums,
    mail,
    setAsideTexts,
    variants,
    quickSearches,
    machinery,
    questions,
    pluralRulesOfFiles,
    shortMerges,
    openStrings,
    foundByOwner,
    apartFromSource,
    filesToReadAgain,
    apartOnPostgres,
    stringsByKey,
    stringsWithoutSource,
    textsOfStrings,
    textsByKind,
    commitsBegun,
    linkedByPlace,
    textsByKindOnSqlite,
    shorterMerges,
    commitsOfTranslations,
    statesOfTexts,
    originsByKey,
    componentsBeingRemoved,
  ],
};
