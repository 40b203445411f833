"""Real-shaped pastes, one file each: what is THE error, its first line, and where it was raised."""

from pathlib import Path

import pytest

from catalog.paste import read_paste

PASTES = Path(__file__).parents[2] / "pastes"

#: File -> class, first line of the message, and file, line and function of the innermost frame.
READINGS: dict[str, tuple[str | None, str, str | None, int | None, str | None]] = {
    "actions": (
        "AttributeError",
        "'NoneType' object has no attribute 'split'",
        "/srv/shop/app.py",
        31,
        "<module>",
    ),
    "argparse": (None, "argument --port: invalid int value: '80a'", None, None, None),
    "browser-chrome": ("TypeError", "Failed to fetch", "app.js", 12, "load"),
    "browser-firefox": (
        "TypeError",
        "cart is undefined",
        "https://shop.example/static/cart.js",
        3,
        "total",
    ),
    "celery": ("KeyError", "'h'", "/srv/shop/jobs.py", 6, "resize"),
    "colours-without-escape": (
        "ConfigError",
        "PORT must be an integer, got '80a'",
        "/srv/shop/app.py",
        7,
        "<module>",
    ),
    "colours": (
        "ConfigError",
        "PORT must be an integer, got '80a'",
        "/srv/shop/app.py",
        7,
        "<module>",
    ),
    "compose-over-log-stamps": (
        "ValueError",
        "could not convert string to float: 'n/a?'",
        "/srv/shop/orders.py",
        8,
        "parse",
    ),
    "cpp-terminate": ("std::runtime_error", "cannot mmap weights.bin", None, None, None),
    "data-loader": (
        "IndexError",
        "list index out of range",
        "/srv/train/data.py",
        18,
        "__getitem__",
    ),
    "django-copied": ("IndexError", "list index out of range", "/srv/shop/views.py", 12, "orders"),
    "django-page": (
        "OperationalError",
        "no such table: shop_order",
        "/venv/lib/python3.12/site-packages/django/db/backends/sqlite3/base.py",
        354,
        "execute",
    ),
    "dotnet": (
        "System.InvalidOperationException",
        "checkout failed",
        "/srv/shop/Cart.cs",
        20,
        "Shop.Cart.Checkout",
    ),
    "fastapi": (
        "fastapi.exceptions.ResponseValidationError",
        "1 validation error:",
        "/venv/lib/python3.11/site-packages/fastapi/routing.py",
        155,
        "serialize_response",
    ),
    "faulthandler": ("Fatal Python error", "Aborted", "/srv/train/kernel.py", 77, "launch"),
    "gcc": ("error", "'prices' was not declared in this scope", "cart.cpp", 3, None),
    "go-http": (
        "panic",
        "runtime error: index out of range [3] with length 2",
        "/srv/shop/main.go",
        12,
        "main.handler",
    ),
    "psql": (
        None,
        'duplicate key value violates unique constraint "users_email_key"',
        None,
        None,
        None,
    ),
    "go-panic": (
        "panic",
        "runtime error: invalid memory address or nil pointer dereference",
        "/srv/shop/store.go",
        5,
        "main.(*Store).Last",
    ),
    "hard-wrapped": (
        "RuntimeError",
        "mat1 and mat2 shapes cannot be multiplied (1x512 and 4096x3072)",
        "/venv/lib/python3.11/site-packages/torch/nn/modules/module.py",
        1783,
        "_wrapped_call_impl",
    ),
    "ipython7-colab": (
        "KeyError",
        "'b'",
        "/usr/local/lib/python3.7/dist-packages/shop/rows.py",
        41,
        "pick",
    ),
    "ipython8": ("ValueError", "no column 'price'", "~/shop/frame.py", 88, "Frame.total"),
    "java-spring": (
        "java.lang.IllegalStateException",
        "no session",
        "Cart.java",
        47,
        "com.example.shop.Cart.load",
    ),
    "java": (
        "java.lang.NullPointerException",
        'Cannot invoke "String.trim()" because the value is null',
        "Repo.java",
        3,
        "shop.Repo.find",
    ),
    "jest": (
        "TypeError",
        "Cannot read properties of undefined (reading 'price')",
        "src/cart.js",
        11,
        "price",
    ),
    "journald": (
        "AttributeError",
        "'NoneType' object has no attribute 'split'",
        "/srv/shop/app.py",
        31,
        "<module>",
    ),
    "json-docker": ("KeyError", "'amount'", "/srv/shop/pay.py", 3, "charge"),
    "json-exc-info": ("KeyError", "'amount'", "/srv/shop/pay.py", 3, "charge"),
    "json-frames": ("ConfigError", "PORT must be a number", "/srv/shop/conf.py", 6, "start"),
    "json-response": (
        "BadRequestError",
        "The input (85050 tokens) is longer than the model's context length (32768 tokens).",
        None,
        None,
        None,
    ),
    "kotlin-in-compose": (
        "kotlin.UninitializedPropertyAccessException",
        "lateinit property repo has not been initialized",
        "Cart.kt",
        9,
        "shop.CartKt.total",
    ),
    "kubectl-cri": (
        "AttributeError",
        "'NoneType' object has no attribute 'split'",
        "/srv/shop/app.py",
        31,
        "<module>",
    ),
    "laravel": (
        "ErrorException",
        'Undefined array key "price"',
        "/srv/shop/app/Cart.php",
        12,
        r"Illuminate\\Foundation\\Bootstrap\\HandleExceptions->handleError",
    ),
    "loguru": ("ZeroDivisionError", "division by zero", "/srv/shop/app.py", 4, "ratio"),
    "nccl": ("NCCL WARN", "Cuda failure 'out of memory'", None, None, None),
    "newest-first": (
        "KeyError",
        "'model.layers.70.scale'",
        "/srv/models/llama.py",
        578,
        "load_weights",
    ),
    "node-cause": (
        "SyntaxError",
        "Expected double-quoted property name in JSON at position 12",
        "<anonymous>",
        None,
        "JSON.parse",
    ),
    "node-code": (
        "Error",
        "Cannot find package 'express' imported from /srv/shop/app.mjs",
        "node:internal/modules/esm/resolve",
        275,
        "packageResolve",
    ),
    "node": (
        "TypeError",
        "Cannot read properties of undefined (reading 'map')",
        "/srv/shop/cart.js",
        1,
        "total",
    ),
    "npm": ("npm error", "ERESOLVE unable to resolve dependency tree", None, None, None),
    "numbered": (
        "AttributeError",
        "'NoneType' object has no attribute 'split'",
        "/srv/shop/app.py",
        13,
        "go",
    ),
    "one-line": ("ValueError", "bad port", "/srv/shop/app.py", 13, "go"),
    "php": (
        "TypeError",
        "price(): Argument #1 ($item) must be of type array, null given, called in "
        "/srv/shop/cart.php on line 3 and defined",
        "/srv/shop/cart.php",
        2,
        "price",
    ),
    "pip-build": (
        "ModuleNotFoundError",
        "No module named 'version'",
        "/tmp/pip-install/shop/setup.py",
        4,
        "<module>",
    ),
    "pip": (
        None,
        "Could not find a version that satisfies the requirement shop==1.2 (from versions: none)",
        None,
        None,
        None,
    ),
    "pytest-collection": (
        "ModuleNotFoundError",
        "No module named 'shop'",
        "tests/test_cart.py",
        1,
        "<module>",
    ),
    "pytest-line": ("ValueError", "1 is odd", "/srv/shop/tests/test_cart.py", 11, None),
    "pytest-long": ("KeyError", "'price'", "shop/cart.py", 2, "total"),
    "pytest-short": ("AssertionError", "assert 2 == 3", "tests/test_cart.py", 5, "test_total"),
    "pytest-summary": (
        "TypeError",
        "unsupported operand type(s) for +: 'int' and 'str'",
        None,
        None,
        None,
    ),
    "python27": (
        "UnicodeEncodeError",
        "'ascii' codec can't encode character u'\\xe9' in position 3: ordinal not in range(128)",
        "shop.py",
        7,
        "price",
    ),
    "quoted-and-spaced": (
        "AttributeError",
        "'NoneType' object has no attribute 'split'",
        "/srv/shop/app.py",
        13,
        "go",
    ),
    "rails": (
        "NoMethodError",
        "undefined method `total' for nil:NilClass",
        "app/controllers/carts_controller.rb",
        12,
        "show",
    ),
    "ranks-interleaved": ("ValueError", "shard 0 missing", "/srv/train/fit.py", 6, "<module>"),
    "ranks-without-prefix": (
        "TypeError",
        "init() got an unexpected keyword argument 'resume'",
        "/srv/train/loop.py",
        412,
        "_fit",
    ),
    "ray-task": ("KeyError", "'label'", "/srv/train/fit.py", 12, "score"),
    "recursion": (
        "RecursionError",
        "maximum recursion depth exceeded",
        "/srv/shop/tree.py",
        4,
        "depth",
    ),
    "remote-traceback": (
        "ZeroDivisionError",
        "integer division or modulo by zero",
        "/srv/shop/jobs.py",
        4,
        "resize",
    ),
    "repr": ("KeyError", "'amount'", "/srv/shop/pay.py", 3, "charge"),
    "rich-group": ("ValueError", "a", None, None, None),
    "rich-narrow": (
        "KeyError",
        "'a long key that the terminal has to break because it is too narrow'",
        "/srv/shop/cart.py",
        7,
        "pick",
    ),
    "ruby": ("ArgumentError", "cart 7 has no items", "cart.rb", 5, "rescue in checkout"),
    "rust-anyhow": ("Error", "could not start the shop", None, None, None),
    "rust-new": (
        "panic",
        "called `Option::unwrap()` on a `None` value",
        "src/cart.rs",
        12,
        "shop::cart::total",
    ),
    "rustc": ("error[E0382]", "borrow of moved value: `cart`", "src/main.rs", 4, None),
    "sanitizer": (
        "AddressSanitizer",
        "heap-buffer-overflow on address 0x602000000030",
        "/srv/shop/cart.cpp",
        5,
        "fill",
    ),
    "shell": (None, "MODEL_DIR: unbound variable", "./run.sh", 12, None),
    "slack-links": ("ValueError", "cannot open ops@example.com", "/srv/app.py", 31, "<module>"),
    "syntax-error": ("SyntaxError", "expected ':'", "/srv/shop/app.py", 9, None),
    "table": (
        "AttributeError",
        "'NoneType' object has no attribute 'split'",
        "/srv/shop/app.py",
        31,
        "<module>",
    ),
    "torchrun": (
        "ValueError",
        "rank 1: checkpoint shard missing",
        "/srv/train/fit.py",
        6,
        "<module>",
    ),
    "typescript": (
        "error TS2345",
        "Argument of type 'string' is not assignable to parameter of type 'number'.",
        "src/cart.ts",
        3,
        None,
    ),
    "unittest": ("KeyError", "'price'", "/srv/shop/cart.py", 3, "total"),
    "vllm": (
        "ValueError",
        "No available memory for the cache blocks.",
        "/venv/lib/python3.10/site-packages/vllm/v1/core/kv_cache_utils.py",
        699,
        "check",
    ),
}


def test_every_paste_is_in_the_table():
    """No file lies there unread."""
    assert {path.stem for path in PASTES.glob("*.txt")} == set(READINGS)


@pytest.mark.parametrize("name", READINGS)
def test_reading(name):
    """THE error of the paste, whatever form it has and whatever carries it."""
    report = read_paste((PASTES / f"{name}.txt").read_text())
    error = report.errors[report.ranking[0]]
    frame = error.frames[-1][:3] if error.frames else (None, None, None)
    assert (error.exc_type, error.message.split("\n")[0], *frame) == READINGS[name]


@pytest.mark.parametrize("name", READINGS)
def test_spans_and_links(name):
    """Spans lie in the text, errors stand in its order, the ranking has each once."""
    text = (PASTES / f"{name}.txt").read_text()
    report = read_paste(text)
    assert all(
        0 <= start < end <= len(text) for start, end in (error.span for error in report.errors)
    )
    assert [error.span[0] for error in report.errors] == sorted(
        error.span[0] for error in report.errors
    )
    assert sorted(report.ranking) == list(range(len(report.errors)))
    assert all((error.parent is None) == (error.link is None) for error in report.errors)
