# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Pages of the elements in Markdown, from what GStreamer knows of them: what gst-inspect-1.0 prints."""
import re

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GObject, Gst

# GST_PARAM_MUTABLE_*, which are not introspectable: up to which state a property may change.
MUTABLE = ((1 << 12, "always"), (1 << 11, "up to PAUSED"), (1 << 10, "up to READY"))
TYPES = {"gchararray": "string", "GstStructure": "structure", "guint": "unsigned", "guint64": "unsigned, 64 bits", "gint": "integer",
         "gdouble": "real", "gfloat": "real", "gboolean": "boolean"}
FORMATS = re.compile(r"format=\(string\)\{([^}]*)\}")


def escaped(text):
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")


def of_type(spec):
    """The type of a property, and its values."""
    kind = spec.value_type
    if GObject.type_is_a(kind, GObject.TYPE_ENUM):
        values = spec.enum_class.__enum_values__.values()
        return "enum", "".join(f"<br>`{v.value_nick}`: {escaped(v.value_name)}" for v in values)
    if hasattr(spec, "minimum"):
        return TYPES.get(kind.name, kind.name), f" From {spec.minimum:.15g} to {spec.maximum:.15g}." if isinstance(
            spec.minimum, float) else f" From {spec.minimum} to {spec.maximum}."
    return TYPES.get(kind.name, kind.name), ""


def default_of(element, spec):
    if not spec.flags & GObject.ParamFlags.WRITABLE:
        return "read only"
    value = element.get_property(spec.name)
    if hasattr(value, "value_nick"):
        return f"`{value.value_nick}`"
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    return "empty" if value in (None, "") else f"`{value}`"


def properties(element):
    rows = ["| property | type | default | may change | |", "|---|---|---|---|---|"]
    for spec in sorted(element.list_properties(), key=lambda spec: spec.name):
        if spec.name in ("name", "parent"):
            continue
        kind, values = of_type(spec)
        changes = next((text for flag, text in MUTABLE if spec.flags & flag), "")
        rows.append(f"| `{spec.name}` | {kind} | {default_of(element, spec)} | {changes} | {escaped(spec.blurb)}.{values} |")
    return "\n".join(rows)


def pads(factory):
    """The formats of each pad, by the features of memory."""
    parts = []
    for template in sorted(factory.get_static_pad_templates(), key=lambda template: template.direction != Gst.PadDirection.SINK):
        rows = ["| memory | formats |", "|---|---|"]
        caps = template.get_caps()
        for i in range(caps.get_size()):
            features = caps.get_features(i)
            formats = FORMATS.search(caps.get_structure(i).to_string())
            rows.append(f"| {escaped(features.to_string())} | {formats.group(1).replace(',', '') if formats else 'any'} |")
        parts.append(f"### The pad `{template.name_template}`, {template.presence.value_nick}\n\n"
                     + "\n".join(rows))
    return "\n\n".join(parts)


def element_page(name, chapter):
    """The page of an element. `chapter`: the file that explains it."""
    factory = Gst.ElementFactory.find(name)
    element = factory.create(None)
    ancestors, kind = [], GObject.type_from_name(element.__gtype__.name)
    while kind != GObject.TYPE_INVALID and kind.name != "GObject":
        ancestors.append(f"`{kind.name}`")
        kind = kind.parent
    return "\n\n".join([
        f"# `{name}`: properties and pads",
        f"{factory.get_metadata('description')}. This page has what `gst-inspect-1.0 {name}` prints; "
        f"[the chapter]({chapter}) explains it.",
        "| | |\n|---|---|\n"
        f"| classification | {factory.get_metadata('klass')} |\n| rank | {factory.get_rank()} |\n"
        f"| type | {' ← '.join(ancestors)} |",
        "## Properties", properties(element), "## Pads", pads(factory)]) + "\n"


ELEMENTS = {"videohistogram": "element.md", "videoscope": "scopes.md", "videoscopeoverlay": "scopes.md"}


def element_pages():
    """{file name: Markdown}"""
    Gst.init(None)
    return {f"element-{name}.md": element_page(name, chapter) for name, chapter in ELEMENTS.items()
            if Gst.ElementFactory.find(name)}
