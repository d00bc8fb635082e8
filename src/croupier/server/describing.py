"""The description of the interface (OpenAPI).

It tells what is asked, in every detail of a command, and every way in which it may be refused.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from croupier.floor import commands as ask
from croupier.server.auth import LONGEST_PASSWORD
from croupier.server.feeds import LONGEST_ID

REFUSED = {
    "400": "this cannot be asked so",
    "401": "sign in first",
    "403": "whoever is signed in may not do this, or it was asked from another page",
    "421": "this host is not known here",
    "429": "too often",
    "503": "it could not be stored: asked again with the same id, it is done once",
}
REFUSED_BODY = {"413": "too much at once", "415": "send JSON"}
_WHY = {
    "title": "Refused",
    "type": "object",
    "properties": {"why": {"type": "string"}, "again": {"type": "boolean"}},
    "required": ["why"],
}
_REFERENCE = "#/components/schemas/{name}"
_ANSWER = {
    "title": "Answer",
    "type": "object",
    "properties": {
        "done": {"type": "boolean"},
        "why": {"type": "string"},
        "clause": {"type": "string"},
        "given": {"type": "object"},
    },
    "required": ["done"],
    "additionalProperties": False,
}


def command_schemas() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of a command to the floor, and the schemas of all kinds by name.

    `by` is left out: who asks is who is signed in.
    """
    (whole,), parts = msgspec.json.schema_components([ask.Asked], ref_template=_REFERENCE)
    parts.pop("Tick")
    for name, one in parts.items():
        _unwrap(one)
        one["properties"].pop("by")
        one["properties"]["id"] = {"type": "string", "minLength": 1, "maxLength": LONGEST_ID}
        one["required"] = [required for required in one["required"] if required != "by"]
        if name == "FromAccount":
            one["properties"]["password"] = {"type": "string", "maxLength": LONGEST_PASSWORD}
    mapping = {name: place for name, place in whole["discriminator"]["mapping"].items() if name != "tick"}
    return {
        "oneOf": [{"$ref": place} for place in mapping.values()],
        "discriminator": {"propertyName": "do", "mapping": mapping},
    }, parts


def _unwrap(one: dict[str, Any]) -> None:
    """Write a description on one line: it is a docstring, wrapped as code is."""
    if "description" in one:
        one["description"] = " ".join(one["description"].split())


def described(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of the routes, with all that a route alone does not say."""
    found = deepcopy(schema)
    body, parts = command_schemas()
    known = found.setdefault("components", {}).setdefault("schemas", {})
    known |= {**parts, "Refused": _WHY, "Answer": _ANSWER}
    found["paths"]["/api/commands"]["post"]["requestBody"] = {
        "required": True,
        "content": {"application/json": {"schema": body}},
    }
    found["paths"]["/api/commands"]["post"]["responses"]["200"]["content"] = {
        "application/json": {"schema": {"$ref": _REFERENCE.format(name="Answer")}}
    }
    for operations in found["paths"].values():
        for method, one in operations.items():
            _unwrap(one)
            refused = REFUSED | (REFUSED_BODY if method == "post" else {})
            content = {"application/json": {"schema": {"$ref": _REFERENCE.format(name="Refused")}}}
            one["responses"] |= {
                status: {"description": why, "content": content} for status, why in refused.items()
            }
    return found


class Described(JsonRenderPlugin):
    """Renders the description."""

    def __init__(self) -> None:
        super().__init__(path=["/", "/openapi.json"])
        self._made: dict[str, Any] = {}

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return it as JSON."""
        self._made = self._made or described(openapi_schema)
        return self.render_json(request, self._made)
