/** Add-ons that the service knows (facts §1.8): which of them are provided here is in the registry. */
export const knownAddons: ReadonlySet<string> = new Set(
  [
    "gettext.mo gettext.linguas gettext.configure gettext.msgmerge gettext.xgettext gettext.meson gettext.django",
    "gettext.sphinx gettext.customize gettext.authors cleanup.generic cleanup.blank hosted.reset consistency.languages",
    "discovery.discovery autotranslate.autotranslate ai.quality flags.source_edit flags.target_edit flags.same_edit",
    "flags.bulk flags.target_repo_update generate.generate generate.pseudolocale generate.prefill",
    "generate.fill_read_only properties.sort git.squash removal.comments removal.suggestions resx.update cdn.cdnjs",
    "cdn.files cdn.kotlin webhook.webhook webhook.slack fedora_messaging.publish automation.automation",
    "json.customize yaml.customize xml.customize",
  ]
    .join(" ")
    .split(" ")
    .map((name) => `weblate.${name}`),
);
