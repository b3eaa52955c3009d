"""Reads translation files with translate-toolkit and polib.

Input: lines `reader<TAB>path`. Output: one JSON line each, `{"units": [[key, [source...], [target...]], ...]}`
or `{"error": "..."}`.
"""

import importlib
import json
import sys

import polib

LOADERS = {
    "po": "pypo.pofile",
    "json": "jsonl10n.JsonFile",
    "json-nested": "jsonl10n.JsonNestedFile",
    "webextension": "jsonl10n.WebExtensionJsonFile",
    "i18next": "jsonl10n.I18NextFile",
    "i18nextv4": "jsonl10n.I18NextV4File",
    "go-i18n-json": "jsonl10n.GoI18NJsonFile",
    "go-i18n-json-v2": "jsonl10n.GoI18NV2JsonFile",
    "arb": "jsonl10n.ARBJsonFile",
    "gotext": "jsonl10n.GoTextJsonFile",
    "formatjs": "jsonl10n.FormatJSJsonFile",
    "yaml": "yaml.YAMLFile",
    "ruby-yaml": "yaml.RubyYAMLFile",
    "properties": "properties.javautf8file",
    "joomla": "properties.joomlafile",
    "strings": "properties.stringsutf8file",
    "aresource": "aresource.AndroidResourceFile",
    "stringsdict": "stringsdict.StringsDictFile",
    "xliff": "xliff.xlifffile",
    "ts": "ts2.tsfile",
    "resx": "resx.RESXFile",
    "php": "php.phpfile",
    "laravel": "php.LaravelPHPFile",
    "ini": "ini.inifile",
    "csv": "csvl10n.csvfile",
    "toml": "toml.TOMLFile",
    "fluent": "fluent.FluentFile",
}
BILINGUAL = {"po", "xliff", "ts", "csv"}
LOCATED = {"ini"}


def texts(value):
    if value is None:
        return [""]
    strings = getattr(value, "strings", None)
    return [str(text or "") for text in strings] if strings is not None else [str(value)]


def polib_units(path):
    for entry in polib.pofile(path, wrapwidth=0):
        if entry.obsolete:
            continue
        if entry.msgid_plural:
            target = [entry.msgstr_plural[form] for form in sorted(entry.msgstr_plural)]
            yield [entry.msgctxt or "", [entry.msgid, entry.msgid_plural], target]
        else:
            yield [entry.msgctxt or "", [entry.msgid], [entry.msgstr]]


def toolkit_units(reader, path):
    module, name = LOADERS[reader].split(".")
    loader = getattr(importlib.import_module(f"translate.storage.{module}"), name)
    for unit in loader.parsefile(path).units:
        if unit.isheader() or unit.isobsolete():
            continue
        if reader == "xliff":
            yield [unit.getid().lstrip("\x04").replace("\x04", "///"), [inner(unit.source_dom)], [inner(unit.target_dom)]]
        elif reader in BILINGUAL:
            yield [unit.getcontext() or "", texts(unit.source), texts(unit.target)]
        else:
            yield from keyed_unit(reader, unit)


def keyed_unit(reader, unit):
    key = unit.getlocations()[0] if reader in LOCATED else unit.getid()
    if isinstance(key, list):
        # Of several names for a string, the first.
        key = key[0]
    if key:
        # A file of keys and values has its text in either.
        yield [key, [], texts(unit.target or unit.source)]


def inner(node):
    """What stands between an element's tags: its text, and the tags in it as they are written."""
    if node is None:
        return ""
    parts = [node.text or ""]
    for child in node:
        name = child.tag.rsplit("}", 1)[-1]
        attributes = "".join(f' {key}="{value}"' for key, value in child.attrib.items())
        content = inner(child)
        end = f">{content}</{name}>" if content else "/>"
        parts.append(f"<{name}{attributes}{end}{child.tail or ''}")
    return "".join(parts)


def read(reader, path):
    try:
        units = polib_units(path) if reader == "polib" else toolkit_units(reader, path)
        return {"units": list(units)}
    except Exception as error:  # noqa: BLE001 - any of its errors is its answer
        return {"error": f"{type(error).__name__}: {error}"}


for line in sys.stdin:
    print(json.dumps(read(*line.rstrip("\n").split("\t"))), flush=True)
