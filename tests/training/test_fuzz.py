"""A few hundred configurations of runs are refused as documented or are valid, as the other kinds of inputs."""

import pytest

from tests.fuzz.kinds import CONFIGS
from tests.fuzz.run import run
from tests.test_fuzz import INPUTS, check_inputs, check_numbers
from training.config import Config


def test_configurations_are_refused_as_documented_or_valid() -> None:
    check_inputs(CONFIGS.name)


def test_a_configuration_is_decided_by_its_number() -> None:
    check_numbers(CONFIGS.name)


def test_a_reader_that_looks_away_from_keys_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fuzz.configs.config_from", lambda data, source: Config.model_construct(**data))
    assert run(CONFIGS.name, seed=1, first=0, count=INPUTS).faults
