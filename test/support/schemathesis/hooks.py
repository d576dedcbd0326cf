"""
What schemathesis can't read out of an OpenAPI document: texts with checksums, and what is only there or not. Nothing
here leaves a check out.

FORMATS is a JSON file: values of each format that the document names (test/support/schemathesis.ts). INDICES is the
number of validators that there are, from 0.
"""

import json
import os

import requests
import schemathesis
from hypothesis import strategies

with open(os.environ["FORMATS"], encoding="utf-8") as file:
    for name, values in json.load(file).items():
        schemathesis.openapi.format(name, strategies.sampled_from(values))

indices = int(os.environ["INDICES"])


def is_meant_to_be_right(case) -> bool:
    return case.meta is None or case.meta.generation.mode.is_positive


@schemathesis.hook
def filter_case(context, case) -> bool:
    """`x-needs-one-of`: a request without any of these parameters is refused, which no schema can say of several."""
    choices = context.operation.definition.raw.get("x-needs-one-of")
    if choices is None or not is_meant_to_be_right(case):
        return True
    return any(case.query.get(name) for name in choices)


@schemathesis.hook
def map_case(context, case):
    """Indices in a body are of validators that there are."""
    body = case.body
    if is_meant_to_be_right(case) and isinstance(body, dict) and isinstance(body.get("indices"), list):
        case.body = {**body, "indices": [index % indices for index in body["indices"]]}
    return case


@schemathesis.hook
def before_call(context, case, kwargs) -> None:
    """Who is removed from a set has been put into it before: the requests before this one may have removed it."""
    if case.method != "DELETE" or not is_meant_to_be_right(case):
        return
    address, _, pubkey = case.formatted_path.rpartition("/")
    requests.post(
        context.operation.base_url.rstrip("/") + address,
        json={"pubkeys": [pubkey]},
        headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
        timeout=60,
    )
