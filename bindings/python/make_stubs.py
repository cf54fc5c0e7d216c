#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""make_stubs.py GIR OVERRIDES OUTPUT: the types of the module `gi.repository.GstVideoHistogram` for mypy and editors,
from the GIR and from the annotations of the overrides, which replace what the GIR has of the same name."""
import ast
import keyword
import re
import sys
from pathlib import Path
from textwrap import indent
from xml.etree import ElementTree

CORE = "{http://www.gtk.org/introspection/core/1.0}"
C = "{http://www.gtk.org/introspection/c/1.0}"
GLIB = "{http://www.gtk.org/introspection/glib/1.0}"
HEADER = '''# Generated from the GIR and the Python overrides of gst-videohistogram.
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy
from gi.repository import GLib, Gst, GstVideo
from numpy.typing import NDArray
'''
WHOLE = re.compile(r"g?u?(int|short|long|char|size|ssize|int8|int16|int32|int64)\d*$|g?u?int\d*$|gsize$|guint$|guint32$")
SIMPLE = {"gboolean": "bool", "gdouble": "float", "gfloat": "float", "utf8": "str", "filename": "str", "none": "None",
          "gpointer": "Any", "GType": "Any", "GLib.Quark": "int", "Gst.ClockTime": "int",
          "GLib.DestroyNotify": "Callable[..., None]"}


def type_of(node, is_input):
    """The Python type of the <type> or <array> in a parameter, return value or field."""
    array = node.find(CORE + "array")
    if array is not None:
        return f"{'Sequence' if is_input else 'list'}[{type_of(array, is_input)}]"
    found = node.find(CORE + "type")
    name = found.get("name")
    if name in ("GLib.PtrArray", "GLib.List"):
        return f"list[{type_of(found, is_input)}]"
    if name in SIMPLE:
        return SIMPLE[name]
    return "int" if WHOLE.match(name) else name


def optional(node, name):
    return f"{name} | None" if node.get("nullable") == "1" or node.get("allow-none") == "1" else name


def safe(name):
    return name + "_" if keyword.iskeyword(name) else name


def signature(function, callbacks):
    """The parameters of a function without `self`, and what it returns: as PyGObject passes both."""
    parameters = function.findall(f"{CORE}parameters/{CORE}parameter")
    returned = function.find(CORE + "return-value")
    hidden = {array.get("length") for array in function.iter(CORE + "array")}
    hidden |= {parameters[int(p.get(kind))].get("name") for p in parameters for kind in ("closure", "destroy") if p.get(kind)}
    hidden = {parameters[int(h)].get("name") if h and h.isdigit() else h for h in hidden}
    inputs, outputs = [], []
    for parameter in parameters:
        name = parameter.get("name")
        if name in hidden:
            continue
        if parameter.get("direction") == "out":
            outputs.append(optional_out(parameter))
            continue
        kind = type_of(parameter, True)
        if name == "channel" and kind == "int":
            kind = "int | str"
        inputs.append(f"{safe(name)}: {optional(parameter, callbacks.get(kind, kind))}")
        if parameter.get("closure"):
            inputs.append("*user_data: Any")
    result = type_of(returned, False)
    if returned.get("nullable") == "1":
        result += " | None"
    results = ([] if result == "None" else [result]) + outputs
    return inputs, "None" if not results else results[0] if len(results) == 1 else f"tuple[{', '.join(results)}]"


def optional_out(parameter):
    kind = type_of(parameter, False)
    return f"{kind} | None" if parameter.get("nullable") == "1" else kind


def documented(node):
    """The first sentence of the documentation."""
    text = " ".join((node.findtext(CORE + "doc") or "").split())
    sentence = re.match(r"(.*?[.:])( |$)", text)
    plain = re.sub(r"[#%@]", "", sentence.group(1) if sentence else text).replace("\\", "")
    return f'"""{plain}"""' if plain else "..."


def function_stub(node, callbacks, first=(), decorator=""):
    inputs, result = signature(node, callbacks)
    head = f"def {node.get('name')}({', '.join([*first, *inputs])}) -> {result}:"
    return f"{decorator}{head}\n    {documented(node)}\n"


def override_stub(node):
    """The stub of a function of the overrides."""
    decorators = [f"@{ast.unparse(d)}\n" for d in node.decorator_list if ast.unparse(d) == "property"]
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    text = ast.get_docstring(node)
    return f"{''.join(decorators)}def {node.name}({ast.unparse(node.args)}){result}:\n    " + (
        f'"""{" ".join(text.split())}"""\n' if text else "...\n")


def read_overrides(path):
    """What the overrides export: {class: {method: stub}}, {function: stub}."""
    classes, functions = {}, {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        decorators = {ast.unparse(d) for d in getattr(node, "decorator_list", ())}
        if "_exported_class" in decorators:
            classes[node.name] = {f.name: override_stub(f) for f in node.body if isinstance(f, ast.FunctionDef)
                                  and (f.name.startswith("__") or not f.name.startswith("_"))}
        elif "_exported" in decorators:
            functions[node.name] = override_stub(node)
    return classes, functions


def record_stub(record, overrides, callbacks):
    parts, hidden = {}, {"ref", "unref", "copy", "free"} if record.get(GLIB + "get-type") else set()
    for field in record.findall(CORE + "field"):
        if field.get("private") != "1" and not field.get("name").startswith("_"):
            parts[field.get("name")] = f"{field.get('name')}: {type_of(field, False)}\n"
    for kind, first, decorator in (("constructor", ("cls",), "@classmethod\n"), ("function", (), "@staticmethod\n"),
                                   ("method", ("self",), "")):
        for node in record.findall(CORE + kind):
            if node.get("introspectable") != "0":
                parts[node.get("name")] = function_stub(node, callbacks, first, decorator)
    parts.update(overrides)
    body = "".join(part for name, part in parts.items() if name not in hidden) or "...\n"
    text = documented(record)
    return f"class {record.get('name')}:\n" + indent(("" if text == "..." else text + "\n") + body, "    ")


def enumeration_stub(node):
    name = node.get("name")
    attributes = "value_nicks: list[str]\n" if node.tag == CORE + "bitfield" else "value_nick: str\n"
    members = "".join(f"{member.get('name').upper()}: {name}\n" for member in node.findall(CORE + "member"))
    functions = "".join(function_stub(f, {}, (), "@staticmethod\n") for f in node.findall(CORE + "function"))
    return f"class {name}(int):\n" + indent(attributes + members + functions, "    ")


def make_stubs(gir, overrides):
    namespace = ElementTree.parse(gir).getroot().find(CORE + "namespace")
    classes, functions = read_overrides(overrides)
    callbacks = {}
    for callback in namespace.findall(CORE + "callback"):
        inputs, result = signature(callback, {})
        types = [parameter.partition(": ")[2] for parameter in inputs]
        callbacks[callback.get("name")] = f"Callable[..., {result}]" if types else f"Callable[[], {result}]"
    parts = [HEADER]
    for node in namespace:
        if node.tag == CORE + "constant":
            parts.append(f"{node.get('name')}: {type_of(node, False)}\n")
        elif node.tag in (CORE + "enumeration", CORE + "bitfield"):
            parts.append(enumeration_stub(node))
        elif node.tag == CORE + "record" and node.get(C + "type") and node.get("disguised") != "1" or (
                node.tag == CORE + "record" and node.get(GLIB + "get-type")):
            parts.append(record_stub(node, classes.get(node.get("name"), {}), callbacks))
        elif (node.tag == CORE + "function" and not node.get("moved-to") and node.get("introspectable") != "0"
              and node.get("name") not in functions):
            parts.append(function_stub(node, callbacks))
    return "\n".join(parts + list(functions.values()))


if __name__ == "__main__":
    gir_file, overrides_file, output = map(Path, sys.argv[1:])
    output.write_text(make_stubs(gir_file, overrides_file), encoding="utf-8")
