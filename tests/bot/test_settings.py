"""What the environment says, judged as a whole."""

import re
from pathlib import Path

import pytest

from bot.settings import WHERE, WrongSettings, load, memory_url, variables, without_environment

ROOT = Path(__file__).parent.parent.parent
BOT, APP, SECRET = "xoxb-1-2-abc", "xapp-1-A1-2-abc", "0123456789abcdef" * 2
GOOD = {"SLACK_BOT_TOKEN": BOT, "SLACK_APP_TOKEN": APP}


@pytest.fixture
def environment(monkeypatch, tmp_path):
    """A way to set the environment, with nothing in it before and no .env file near."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in variables():
        monkeypatch.delenv(name, raising=False)

    def set_variables(**values):
        for name, value in values.items():
            monkeypatch.setenv(name, value)

    return set_variables


def test_two_tokens_are_enough(environment, tmp_path):
    """With the two tokens of Socket Mode, everything else has its default."""
    environment(**GOOD)
    settings = load()
    assert settings.socket_mode
    assert settings.bot_token.get_secret_value() == BOT
    assert settings.api_url == "https://slack.com/api/"
    assert (settings.catalog, settings.bots, settings.shared_channels) == (None, frozenset(), False)
    assert (settings.speak_mined, settings.log_level) == (True, "INFO")


def test_everything_missing_is_named_at_once(environment):
    """Nothing set: one error that names both tokens and where they stand."""
    with pytest.raises(WrongSettings) as error:
        load()
    assert str(error.value) == (
        "SLACK_BOT_TOKEN is missing. It stands under OAuth & Permissions as Bot User OAuth Token, "
        "once the app is installed to the workspace, and begins with xoxb-.\n"
        "SLACK_APP_TOKEN is missing, and so is SLACK_SIGNING_SECRET: Errorbook needs the first for "
        "Socket Mode, which needs no address of its own, or the second for HTTP. It is made under "
        "Basic Information, App-Level Tokens, with the scope connections:write, and begins with "
        "xapp-. \n"
        "Set them in the environment or in a .env file; .env.example has them all, and "
        "`errorbook doctor` checks them."
    )


@pytest.mark.parametrize(
    ("values", "variable", "sentence"),
    [
        ({"SLACK_BOT_TOKEN": APP}, "SLACK_BOT_TOKEN", "holds an app-level token (xapp-…)."),
        ({"SLACK_BOT_TOKEN": "xoxp-1"}, "SLACK_BOT_TOKEN", "holds a user token (xoxp-…)."),
        ({"SLACK_BOT_TOKEN": "token"}, "SLACK_BOT_TOKEN", "something else: check that it is whole"),
        ({"SLACK_APP_TOKEN": BOT}, "SLACK_APP_TOKEN", "holds a bot token (xoxb-…)."),
        ({"SLACK_APP_TOKEN": SECRET}, "SLACK_APP_TOKEN", "holds a signing or client secret"),
        ({"SLACK_SIGNING_SECRET": BOT}, "SLACK_SIGNING_SECRET", "holds a bot token (xoxb-…)."),
        ({"SLACK_SIGNING_SECRET": SECRET[1:]}, "SLACK_SIGNING_SECRET", "check that it is whole"),
        ({"SLACK_API_URL": "slack.com"}, "SLACK_API_URL", "has to be an address such as https://"),
        ({"ERRORBOOK_BOTS": "B0AB, grafana"}, "ERRORBOOK_BOTS", "not 'grafana'."),
        ({"ERRORBOOK_MEMORY": "mysql://h/d"}, "ERRORBOOK_MEMORY", "an SQLite file or a PostgreSQL"),
        ({"ERRORBOOK_MEMORY": "://"}, "ERRORBOOK_MEMORY", "has to be a path or an address such as"),
        ({"ERRORBOOK_PORT": "0"}, "ERRORBOOK_PORT", "greater than or equal to 1."),
        ({"ERRORBOOK_SPEAK_MINED": "so"}, "ERRORBOOK_SPEAK_MINED", "valid boolean"),
        ({"ERRORBOOK_LOG_LEVEL": "loud"}, "ERRORBOOK_LOG_LEVEL", "'DEBUG', 'INFO'"),
    ],
)
def test_what_is_wrong_is_said(environment, values, variable, sentence):
    """A wrong value is named with its variable and what it should be; the value stays secret."""
    environment(**{**GOOD, **values})
    with pytest.raises(WrongSettings) as error:
        load()
    assert list(error.value.problems) == [variable]
    assert error.value.problems[variable].startswith(f"{variable} has ")
    assert sentence in error.value.problems[variable]
    assert not re.search("-1-|0123456789abcdef", str(error.value))
    if variable in WHERE:
        assert WHERE[variable] in error.value.problems[variable]


def test_several_wrong_variables_are_named_together(environment):
    """A wrong token does not hide a wrong port."""
    environment(SLACK_BOT_TOKEN=APP, SLACK_APP_TOKEN=BOT, ERRORBOOK_PORT="many")
    with pytest.raises(WrongSettings) as error:
        load()
    assert set(error.value.problems) == {"SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "ERRORBOOK_PORT"}


def test_secrets_do_not_show(environment):
    """The settings can be printed or logged."""
    environment(**GOOD, SLACK_SIGNING_SECRET=SECRET)
    assert not re.search("-1-|0123456789abcdef", repr(load()))


def test_http_needs_the_signing_secret_only(environment):
    """Without an app token, the signing secret is enough, for HTTP."""
    environment(SLACK_BOT_TOKEN=BOT, SLACK_SIGNING_SECRET=SECRET)
    assert not load().socket_mode


def test_env_file_is_read_and_the_environment_wins(environment, tmp_path):
    """Variables of `.env` count, those of the environment more; unknown and empty ones do not."""
    (tmp_path / ".env").write_text(
        f"SLACK_BOT_TOKEN={BOT}\nSLACK_APP_TOKEN={APP}\nERRORBOOK_PORT=1\n"
        "SLACK_SIGNING_SECRET=\nOTHER=1\nERRORBOOK_BOTS=B01, A02\nERRORBOOK_LOG_LEVEL=debug\n"
    )
    environment(ERRORBOOK_PORT="2")
    settings = load()
    assert (settings.port, settings.signing_secret) == (2, None)
    assert (settings.bots, settings.log_level) == ({"B01", "A02"}, "DEBUG")


def test_settings_without_the_environment(environment, tmp_path):
    """What the demo gives counts, and neither the environment nor `.env` has a say."""
    (tmp_path / ".env").write_text("ERRORBOOK_SHARED_CHANNELS=true\n")
    environment(SLACK_BOT_TOKEN="wrong", ERRORBOOK_PORT="wrong", ERRORBOOK_BOTS="B01")
    settings = without_environment(bot_token=BOT, app_token=APP)
    assert settings.bot_token.get_secret_value() == BOT
    assert (settings.port, settings.bots, settings.shared_channels) == (3000, frozenset(), False)


@pytest.mark.parametrize(
    ("value", "url"),
    [
        ("/var/lib/eb/memory.db", "sqlite:////var/lib/eb/memory.db"),
        ("memory.db", "sqlite:///memory.db"),
        ("sqlite:///x.db", "sqlite:///x.db"),
        ("postgresql://u:p@h/d", "postgresql+psycopg://u:p@h/d"),
        ("postgresql+psycopg2://u:p@h/d", "postgresql+psycopg://u:p@h/d"),
    ],
)
def test_memory_is_a_path_or_a_url(value, url):
    """A plain path is an SQLite file; PostgreSQL goes through psycopg 3."""
    assert memory_url(value).render_as_string(hide_password=False) == url


def test_memory_lies_in_the_data_directory(environment, tmp_path):
    """Without a word about it, memory lies beside the catalog in the user's data directory."""
    environment(**GOOD)
    assert load().memory == f"sqlite:///{tmp_path}/data/errorbook/memory.db"


def test_example_names_every_variable():
    """`.env.example` holds every variable of the settings once, in their order, and no other."""
    text = (ROOT / ".env.example").read_text()
    assert re.findall(r"(?m)^#?([A-Z_]+)=", text) == variables()


def test_example_shows_the_defaults(environment):
    """The values that `.env.example` shows are the ones that hold without it."""
    environment(**GOOD)
    settings = load()
    shown = re.findall(r"(?m)^#([A-Z_]+)=(\S+)$", (ROOT / ".env.example").read_text())
    fields = {f.validation_alias: name for name, f in type(settings).model_fields.items()}
    assert shown
    for variable, value in shown:
        assert str(getattr(settings, fields[variable])).lower() == value.lower(), variable
