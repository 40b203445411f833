"""What the environment, or a `.env` file, says: read once, and judged as a whole.

`Settings` has one field per variable; `load` names everything that is missing or wrong at once, in
sentences, and never prints a secret.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal

from platformdirs import user_data_path
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from catalog.errors import CatalogError

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]

#: Slack's own Web API.
SLACK_API = "https://slack.com/api/"

# What Slack's secrets look like. A rotated bot token has `xoxe.` before it.
_KINDS = {
    "a bot token (xoxb-…)": re.compile(r"(xoxe\.)?xoxb-"),
    "an app-level token (xapp-…)": re.compile(r"xapp-"),
    "a user token (xoxp-…)": re.compile(r"(xoxe\.)?xoxp-"),
    "a refresh token (xoxe-…)": re.compile(r"xoxe-"),
    "a signing or client secret (32 hexadecimal digits)": re.compile(r"[0-9a-f]{32}$"),
}
BOT_TOKEN, APP_TOKEN, _, _, SECRET = _KINDS

#: Where each secret stands in Slack's pages, as a sentence.
WHERE = {
    "SLACK_BOT_TOKEN": "It stands under OAuth & Permissions as Bot User OAuth Token, once the app "
    "is installed to the workspace, and begins with xoxb-.",
    "SLACK_APP_TOKEN": "It is made under Basic Information, App-Level Tokens, with the scope "
    "connections:write, and begins with xapp-.",
    "SLACK_SIGNING_SECRET": "It stands under Basic Information, App Credentials, as Signing "
    "Secret: 32 hexadecimal digits.",
}


class WrongSettings(CatalogError):
    """Something in the environment is missing or wrong; `problems` maps variables to sentences."""

    def __init__(self, problems: dict[str, str]) -> None:
        self.problems = problems
        super().__init__(
            ", ".join(problems),
            "\n".join(problems.values()),
            "\nSet them in the environment or in a .env file; .env.example has them all, and "
            "`errorbook doctor` checks them.",
        )


class Settings(BaseSettings):
    """Every variable that `errorbook run` reads."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        populate_by_name=True,
        hide_input_in_errors=True,
    )

    bot_token: SecretStr = Field(validation_alias="SLACK_BOT_TOKEN")
    app_token: SecretStr | None = Field(None, validation_alias="SLACK_APP_TOKEN")
    signing_secret: SecretStr | None = Field(None, validation_alias="SLACK_SIGNING_SECRET")
    api_url: str = Field(SLACK_API, validation_alias="SLACK_API_URL")
    catalog: Path | None = Field(None, validation_alias="ERRORBOOK_CATALOG")
    memory: str = Field("", validation_alias="ERRORBOOK_MEMORY")
    speak_mined: bool = Field(True, validation_alias="ERRORBOOK_SPEAK_MINED")
    bots: Annotated[frozenset[str], NoDecode] = Field(
        frozenset(), validation_alias="ERRORBOOK_BOTS"
    )
    shared_channels: bool = Field(False, validation_alias="ERRORBOOK_SHARED_CHANNELS")
    host: str = Field("127.0.0.1", validation_alias="ERRORBOOK_HOST")
    port: int = Field(3000, ge=1, le=65535, validation_alias="ERRORBOOK_PORT")
    log_level: LogLevel = Field("INFO", validation_alias="ERRORBOOK_LOG_LEVEL")

    @model_validator(mode="before")
    @classmethod
    def _one_way_in(cls, values: dict[str, Any]) -> dict[str, Any]:
        """An empty app token where there is neither it nor the secret, for `_right_kind` to name.

        A check after the fields would be left out as soon as one of them is wrong.
        """
        ways = {"app_token", "signing_secret", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET"}
        return values if ways & set(values) else {**values, "SLACK_APP_TOKEN": ""}

    @field_validator("bot_token", "app_token", "signing_secret")
    @classmethod
    def _right_kind(cls, value: SecretStr | None, info: Any) -> SecretStr | None:
        wanted = {"bot_token": BOT_TOKEN, "app_token": APP_TOKEN, "signing_secret": SECRET}
        if value is not None and not value.get_secret_value():
            raise ValueError(
                "is missing, and so is SLACK_SIGNING_SECRET: Errorbook needs the first for Socket "
                "Mode, which needs no address of its own, or the second for HTTP"
            )
        if value is not None:
            _check_kind(value.get_secret_value(), wanted[info.field_name])
        return value

    @field_validator("api_url")
    @classmethod
    def _address(cls, value: str) -> str:
        if not re.match(r"https?://[^/\s]+", value):
            raise ValueError(f"has to be an address such as {SLACK_API}")
        return value.rstrip("/") + "/"

    @field_validator("memory")
    @classmethod
    def _database(cls, value: str) -> str:
        return str(memory_url(value).render_as_string(hide_password=False))

    @field_validator("bots", mode="before")
    @classmethod
    def _ids(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        ids = frozenset(value.replace(",", " ").split())
        wrong = sorted(i for i in ids if not re.fullmatch(r"[AB][A-Z0-9]{2,}", i))
        if wrong:
            raise ValueError(
                f"has to be ids of bots (B…) or apps (A…), separated by commas, not {wrong[0]!r}"
            )
        return ids

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @property
    def socket_mode(self) -> bool:
        """Whether there is what Socket Mode needs: an app-level token."""
        return self.app_token is not None


def memory_url(value: str) -> URL:
    """The database that `ERRORBOOK_MEMORY` names: an SQLAlchemy URL, or the path of a file.

    Nothing means a file in the user's data directory. PostgreSQL is spoken to with psycopg 3
    whatever the URL says of its driver. Raises ValueError for a URL that is none.
    """
    if not value:
        value = str(user_data_path("errorbook", appauthor=False) / "memory.db")
    if "://" not in value:
        return URL.create("sqlite", database=str(Path(value).expanduser()))
    try:
        url = make_url(value)
    except ArgumentError:
        raise ValueError(
            "has to be a path or an address such as postgresql://user@host/db"
        ) from None
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite":
        raise ValueError("has to name an SQLite file or a PostgreSQL database")
    return url


def load(**given: Any) -> Settings:
    """The settings of the environment and `.env`; what is `given` by field name wins.

    Raises `WrongSettings`, with a sentence for each variable that is missing or wrong.
    """
    try:
        return Settings(**given)
    except ValidationError as error:
        problems = {}
        for problem in error.errors():
            variable = _variable(problem["loc"])
            problems[variable] = _sentence(variable, problem["type"], problem["msg"])
        raise WrongSettings(problems) from None


def without_environment(**given: Any) -> Settings:
    """Settings of these values, by field name, and of defaults: no variable has a say in them."""
    return _Given(**given)


class _Given(Settings):
    """Settings that look nowhere but at what they are given."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        *_: PydanticBaseSettingsSource,
        **__: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        del settings_cls
        return (init_settings,)


def variables() -> list[str]:
    """The names of all variables, in the order of the fields."""
    return [str(field.validation_alias) for field in Settings.model_fields.values()]


def _variable(location: tuple[int | str, ...]) -> str:
    name = str(location[0]) if location else ""
    field = Settings.model_fields.get(name)
    return str(field.validation_alias) if field else name


def _sentence(variable: str, kind: str, message: str) -> str:
    where = f" {WHERE[variable]}" if variable in WHERE else ""
    if kind == "missing":
        return f"{variable} is missing.{where}"
    what = message.removeprefix("Value error, ").rstrip(".")
    if kind != "value_error":
        what = f"has a value that cannot be used: {what[0].lower()}{what[1:]}"
    return f"{variable} {what}.{where}"


def _check_kind(secret: str, wanted: str) -> None:
    if _KINDS[wanted].match(secret):
        return
    found = next((kind for kind, shape in _KINDS.items() if shape.match(secret)), None)
    raise ValueError(
        f"has to be {wanted}, and holds " + (found or "something else: check that it is whole")
    )
