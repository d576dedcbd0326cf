"""
What schemathesis can't read out of an OpenAPI document: texts with checksums, and what is only there or not. Nothing
here leaves a check out.

FORMATS is a JSON file: values of each format that the document names (test/support/schemathesis.ts). INDICES is the
number of validators that there are, from 0.
"""

import json
import os
import unicodedata

import requests
import schemathesis
from hypothesis import strategies

with open(os.environ["FORMATS"], encoding="utf-8") as file:
    for name, values in json.load(file).items():
        schemathesis.openapi.format(name, strategies.sampled_from(values))


@schemathesis.deserializer("text/csv", "application/x-ndjson", "application/sql")
def read_text(context, response) -> str:
    return response.content.decode()


indices = int(os.environ["INDICES"])


def is_meant_to_be_right(case) -> bool:
    return case.meta is None or case.meta.generation.mode.is_positive


@schemathesis.hook
def filter_case(context, case) -> bool:
    """`x-needs-one-of`: a request without any of these parameters is refused, which no schema can express."""
    choices = context.operation.definition.raw.get("x-needs-one-of")
    if choices is None or not is_meant_to_be_right(case):
        return True
    return any(case.query.get(name) for name in choices)


def printable(text: str) -> str:
    """No JSON Schema pattern describes printable characters."""
    return "".join("x" if unicodedata.category(each)[0] == "C" or each in "\u2028\u2029" else each for each in text)


@schemathesis.hook
def map_case(context, case):
    """
    Indices in a body are of validators that there are; a key's end lies ahead, since no schema knows what time it is; its name can
    be shown.
    """
    body = case.body
    if not is_meant_to_be_right(case) or not isinstance(body, dict):
        return case
    if isinstance(body.get("indices"), list):
        body = {**body, "indices": [index % indices for index in body["indices"]]}
    if isinstance(body.get("expiresAt"), str):
        body = {**body, "expiresAt": "2080" + body["expiresAt"][4:]}
    if context.operation.path.startswith("/v1/account/keys"):
        names = {name: printable(body[name]) for name in ("name", "member") if isinstance(body.get(name), str)}
        body = {**body, **names}
    case.body = body
    return case


def send(context, path: str, body: dict) -> requests.Response:
    return requests.post(
        context.operation.base_url.rstrip("/") + path,
        json=body,
        headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
        timeout=60,
    )


def made_for(context, case) -> dict:
    """Creates the set or key that a request deletes or replaces, so that other requests don't depend on it."""
    if case.method == "DELETE" and case.path.endswith("/tags/{tag_id}"):
        return {"tag_id": send(context, case.path.removesuffix("/{tag_id}"), {"name": "to be deleted"}).json()["id"]}
    if case.method != "GET" and "{key_id}" in case.path:
        made = send(context, "/v1/account/keys", {"name": "to be replaced"})
        # An organization makes so many keys a day; after them the requested key doesn't exist.
        return {"key_id": made.json()["key"]["id"]} if made.ok else {}
    return {}


@schemathesis.hook
def before_call(context, case, kwargs) -> None:
    """Adds the validator to the set before it is removed: earlier requests may have removed it."""
    if not is_meant_to_be_right(case):
        return
    made = made_for(context, case)
    if made:
        case.path_parameters = {**case.path_parameters, **made}
    if case.method != "DELETE" or "{pubkey}" not in case.path:
        return
    address, _, pubkey = case.formatted_path.rpartition("/")
    send(context, address, {"pubkeys": [pubkey]})
