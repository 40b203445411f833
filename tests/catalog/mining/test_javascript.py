"""Raise sites of JavaScript and TypeScript."""

import pytest

from catalog.mining.javascript import mine_source
from catalog.mining.sites import USUAL_KINDS
from catalog.mining.template import error_message

STATEMENTS = [
    ('throw new TypeError("no");', "TypeError", ["no"], None),
    (
        "throw new Error(`no ${thing.name} in ${f(x)}`);",
        "Error",
        ["no {thing_name} in {f_x}"],
        None,
    ),
    ("throw new Error(`a\\n\\u0041${'b'}`);", "Error", ["a\nAb"], None),
    ("throw new Error('no ' + name + '.');", "Error", ["no {name}."], None),
    ("throw new Error(ok ? 'yes' : 'never');", "Error", ["never", "yes"], None),
    ("throw new errors.Broken(404, 'text');", "Broken", ["text"], None),
    ("throw Error('called');", "Error", ["called"], None),
    ("throw createError(404, `no ${page}`);", None, ["no {page}"], None),
    ("next(createHttpError(500, 'broken'));", None, ["broken"], None),
    ("return Promise.reject(new RangeError('far'));", "RangeError", ["far"], None),
    ("reject(new Error('late'));", "Error", ["late"], None),
    ("if (a) throw new Error('t');", "Error", ["t"], "a"),
    ("if (a) { g() } else if (b) { throw new Error('t') }", "Error", ["t"], "!a and b"),
    ("try { g() } catch (e) { throw new Error('t') }", "Error", ["t"], "except e"),
    ("const m = `bad ${a}`; throw new Error(m);", "Error", ["bad {a}"], None),
    ("assert(a === b, 'not equal');", "AssertionError", ["not equal"], "!(a === b)"),
    ("assert.strictEqual(a, b, `differ: ${a}`);", "AssertionError", ["differ: {a}"], None),
    ("invariant(a, 'a must be given');", None, ["a must be given"], "!a"),
    ("logger.error('lost %s', host);", None, ["lost {host}"], None),
    ("throw e;", None, ["{e}"], None),
]


def sites(source, path="m.ts"):
    return mine_source(source.encode(), path, "", USUAL_KINDS).sites


@pytest.mark.parametrize(("statement", "cls", "messages", "guard"), STATEMENTS)
@pytest.mark.parametrize("ending", ["js", "mjs", "ts", "tsx"])
def test_statements(statement, cls, messages, guard, ending):
    """Each way to raise gives class, messages and guard, in all four dialects."""
    (site,) = sites(f"function f(a, b) {{\n  {statement}\n}}\n", f"m.{ending}")
    found = [error_message(template) for template in site.templates]
    assert (site.error_class, found, " and ".join(site.guard) or None) == (cls, messages, guard)
    assert (site.line, site.function) == (2, "f")


def test_names():
    """A site is named for the classes, methods, functions and variables around it."""
    found = sites(
        "class A { m() { throw new Error('1') } n = () => { throw new Error('2') } }\n"
        "const g = async (x: string): Promise<void> => { throw new Error('3') };\n"
        "export default { run() { throw new Error('4') } };\n"
    )
    assert [site.function for site in found] == ["A.m", "A.n", "g", "run"]


def test_a_class_of_its_own():
    """A class that words its message itself says so with the arguments of the throw."""
    (site,) = sites(
        "export class Missing extends Error {\n"
        "  constructor(readonly name: string, where = 'here') { super(`no ${name}`) }\n"
        "}\n"
        "function f() { throw new Missing('tea') }\n"
    )
    assert [error_message(template) for template in site.templates] == ["no tea"]


def test_a_status():
    """The status of an HTTP error is kept."""
    (site,) = sites("throw createError(404, 'not here')")
    assert site.http_status == 404


def test_minified_code_is_named_not_mined():
    """A file whose lines nobody wrote is a failure with its reason."""
    source = "throw new Error('x');" + "f();" * 10_000
    found = mine_source(source.encode(), "m.js", "", USUAL_KINDS)
    assert (found.sites, found.failure) == ([], "lines too long for written code")
