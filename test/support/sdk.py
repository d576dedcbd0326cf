"""
Runs the original service's Python SDK against a server: python sdk.py BASE_URL KEY [entities]. Prints what it saw as JSON,
of validators or of entities and the network.
"""

import dataclasses
import functools
import inspect
import json
import sys

import rated.client
from rated import Rated
from rated.client import RatedApiError
from rated.ethereum import MAINNET
from rated.ethereum.enums import (
    AprType,
    DistributionType,
    FilterType,
    Granularity,
    IdType,
    PoolType,
    StakeAction,
    TimeWindow,
    ValidatorsEffectivenessGroupBy,
)


plain = dataclasses.asdict

# The return types that the SDK declares for its calls, and the models that calls have returned.
promised: dict[str, str] = {}
answered: dict[str, set[str]] = {}


def watched(answers, types: set[str]):
    for answer in answers:
        types.add(type(answer).__name__)
        yield answer


def watch(resource: type, name: str) -> None:
    call = getattr(resource, name)
    title = f"{resource.__name__}.{name}"
    promised[title] = str(inspect.signature(call).return_annotation)

    @functools.wraps(call)
    def recorded(*args, **kwargs):
        types = answered.setdefault(title, set())
        answer = call(*args, **kwargs)
        if inspect.isgenerator(answer):
            return watched(answer, types)
        types.add(type(answer).__name__)
        return answer

    setattr(resource, name, recorded)


def watch_all(ethereum) -> None:
    """Every public method of every resource that the SDK has."""
    for attribute, value in vars(type(ethereum)).items():
        if isinstance(value, property):
            resource = type(getattr(ethereum, attribute))
            for name, method in list(vars(resource).items()):
                if inspect.isfunction(method) and not name.startswith("_"):
                    watch(resource, name)


def status_of(call) -> int:
    try:
        call()
    except RatedApiError as error:
        assert error.request_id
        return error.status_code
    return 200


def of_validators(ethereum) -> dict:
    pubkey = ethereum.validator.metadata(2).validator_pubkey
    pubkey_of_another = ethereum.validator.metadata(3).validator_pubkey

    return {
        "metadata": plain(ethereum.validator.metadata(2)),
        "metadata_by_pubkey": plain(ethereum.validator.metadata(pubkey)),
        "metadata_list": [
            plain(item)
            for item in ethereum.validators.metadata(
                from_index=1, size=2, withdrawal_address="0x" + "ab" * 20, follow_next=True
            )
        ],
        "metadata_of_operators": [
            plain(item) for item in ethereum.validators.metadata(operators_ids=["Lido", "Kiln"])
        ],
        "effectiveness": [
            plain(item)
            for item in ethereum.validator.effectiveness(pubkey, from_day=9, size=4, follow_next=True)
        ],
        "by_validator": [
            plain(item)
            for item in ethereum.validators.effectiveness(
                indices=[1, 2, 3], from_day=5, to_day=9, size=2, follow_next=True
            )
        ],
        "by_time": [
            plain(item)
            for item in ethereum.validators.effectiveness(
                pubkeys=[pubkey],
                from_day=9,
                filter_type=FilterType.DATETIME,
                size=3,
                granularity=Granularity.WEEK,
                group_by=ValidatorsEffectivenessGroupBy.TIME,
                follow_next=True,
            )
        ],
        "slashings": [
            plain(item) for item in ethereum.slashings.penalties(size=4, follow_next=True)
        ],
        "slashings_of_day": [plain(item) for item in ethereum.slashings.penalties(from_day=3, size=4)],
        "slashing": plain(ethereum.slashings.for_validator(pubkey)),
        "slashings_overview": [plain(item) for item in ethereum.slashings.overview()],
        "slashings_leaderboard": [
            plain(item) for item in ethereum.slashings.leaderboard(from_rank=0, size=2, follow_next=True)
        ],
        "slashings_cohorts": [plain(item) for item in ethereum.slashings.cohorts()],
        "slashings_months": [
            {**plain(item), "month": str(item.month)} for item in ethereum.slashings.timeseries()
        ],
        "never_slashed": status_of(lambda: ethereum.slashings.for_validator(0)),
        "reported": ethereum.validators.report([pubkey, pubkey_of_another], pool_tag="ACME"),
        "reported_without_pool": ethereum.validators.report([pubkey]),
        "reported_malformed": status_of(lambda: ethereum.validators.report(["0x00"])),
        "unknown_validator": status_of(lambda: ethereum.validator.metadata(4_000_000)),
        "wrong_key": status_of(
            lambda: Rated("va_wrong").ethereum(network=MAINNET).validator.metadata(2)
        ),
    }


def of_entities(ethereum) -> dict:
    pool = ("Example Pool", IdType.POOL)
    week = TimeWindow.SEVEN_DAYS
    return {
        "operator": [plain(ethereum.operator.metadata(*pool))],
        "operator_days": [
            plain(item) for item in ethereum.operator.effectiveness(*pool, size=9, follow_next=True)
        ],
        "operator_months": [
            plain(item)
            for item in ethereum.operator.effectiveness(
                *pool, granularity=Granularity.MONTH, filter_type=FilterType.DATETIME
            )
        ],
        "operator_aprs": [
            plain(ethereum.operator.apr(*pool, time_window=week, apr_type=apr_type)) for apr_type in AprType
        ],
        "operator_summary": [plain(ethereum.operator.summary(*pool, time_window=week))],
        "operator_clients": [plain(item) for item in ethereum.operator.clients(*pool)],
        "relayers": [plain(item) for item in ethereum.operator.relayers(*pool, time_window=week)],
        "blocks": [plain(item) for item in ethereum.blocks.all(from_slot=3318, size=6, follow_next=True)],
        "block": [plain(ethereum.block.get(3319))],
        "stake_movements": [
            plain(item)
            for action in StakeAction
            for item in ethereum.operator.stake_movement(*pool, stake_action=action, time_window=week)
        ],
        "percentiles": [
            plain(item) for item in ethereum.operators.percentiles(IdType.POOL, time_window=week)
        ],
        "summaries": [
            plain(item)
            for item in ethereum.operators.summaries(
                time_window=week, id_type=IdType.POOL, pool_type=PoolType.ALL, size=5, follow_next=True
            )
        ],
        "validator_aprs": [
            plain(ethereum.validator.apr(1, time_window=week, apr_type=apr_type)) for apr_type in AprType
        ],
        "withdrawals": status_of(lambda: list(ethereum.withdrawals.by_operator("Example Pool", size=2))),
        "withdrawals_of_slot": status_of(lambda: list(ethereum.withdrawals.by_slot(3319))),
        "stats": [plain(item) for item in ethereum.network.stats()],
        "overview": [plain(item) for item in ethereum.network.overview()],
        "capacity": [plain(item) for item in ethereum.network.capacity()],
        "capacity_pools": [plain(item) for item in ethereum.network.capacity_pool(time_window=week)],
        "peer_countries": [plain(item) for item in ethereum.p2p.geographical_distribution()],
        "peer_hosts": [
            plain(item)
            for item in ethereum.p2p.hosting_provider_distribution(
                from_rank=1, size=4, distribution_type=DistributionType.ALL, follow_next=True
            )
        ],
        "peer_hosts_first": [
            plain(item) for item in ethereum.p2p.hosting_provider_distribution(distribution_type=DistributionType.PROS)
        ],
    }


def main() -> None:
    base_url, key, *subject = sys.argv[1:]
    rated.client.api_base_url = base_url
    ethereum = Rated(key).ethereum(network=MAINNET)
    watch_all(ethereum)
    seen = of_entities(ethereum) if subject == ["entities"] else of_validators(ethereum)
    seen["promised"] = promised
    seen["answered"] = {title: sorted(types) for title, types in answered.items()}
    json.dump(seen, sys.stdout)


main()
