"""Raise sites of C++."""

import textwrap

import pytest

from catalog.mining.cpp import mine_source
from catalog.mining.run import Tree, mine_trees
from catalog.mining.sites import USUAL_KINDS
from catalog.mining.source import Source
from catalog.mining.template import error_message
from catalog.store import Catalog
from catalog.triage import triage
from tests.catalog.mining.trees import write

STATEMENTS = [
    (
        'TORCH_CHECK(a > b, "a is ", a, ", not ", b);',
        "RuntimeError",
        "a is {a}, not {b}",
        "!(a > b)",
    ),
    ('TORCH_CHECK_VALUE(ok, "no");', "ValueError", "no", "!ok"),
    ('TORCH_CHECK_TYPE(!bad, "no ", name());', "TypeError", "no {name}", "bad"),
    ('TORCH_CHECK_INDEX(i < n, "one " "two");', "IndexError", "one two", "!(i < n)"),
    ('TORCH_CHECK_NOT_IMPLEMENTED(false, "later");', "NotImplementedError", "later", None),
    ('TORCH_CHECK_WITH(OutOfMemoryError, false, "full");', "OutOfMemoryError", "full", None),
    ('AT_ERROR("lost ", what);', "RuntimeError", "lost {what}", None),
    ('C10_THROW_ERROR(IndexError, "far");', "IndexError", "far", None),
    ('throw std::runtime_error("bad " + name);', "RuntimeError", "bad {name}", None),
    ('throw std::out_of_range("far");', "IndexError", "far", None),
    ('throw py::value_error("odd");', "ValueError", "odd", None),
    (
        'throw pybind11::type_error(fmt::format("{} is {:.2f}", a, b));',
        "TypeError",
        "{a} is {b}",
        None,
    ),
    ('throw Broken{code, "text"};', "Broken", "text", None),
    ('throw std::invalid_argument(c10::str("a", b));', "ValueError", "a{b}", None),
    ('throw std::logic_error(ok ? "yes" : "no way");', "RuntimeError", "no way", None),
    ('throw std::runtime_error(R"x(raw "text")x");', "RuntimeError", 'raw "text"', None),
    ('PyErr_SetString(PyExc_KeyError, "gone");', "KeyError", "gone", None),
    ('PyErr_Format(PyExc_TypeError, "%s is %d%%", a, b);', "TypeError", "{a} is {b}%", None),
    ('if (x) { throw std::runtime_error("t\\x41\\n"); }', "RuntimeError", "tA\n", "x"),
    ('if (x) { f(); } else if (y) AT_ERROR("t");', "RuntimeError", "t", "!x and y"),
    ('MY_CHECK(p != nullptr, "p is null");', "RuntimeError", "p is null", "!(p != nullptr)"),
    ("C10_CUDA_CHECK(cudaMalloc(&p, n));", "RuntimeError", None, "!(cudaMalloc(&p, n))"),
]


def sites(source):
    return mine_source(textwrap.dedent(source).encode(), "m.cpp", "", USUAL_KINDS)


@pytest.mark.parametrize(("statement", "cls", "message", "guard"), STATEMENTS)
def test_statements(statement, cls, message, guard):
    """Each way to raise from C++ gives class, message and guard, as a Python user sees them."""
    (site,) = sites(f"void f() {{\n  {statement}\n}}\n").sites
    found = error_message(site.templates[0]) or None
    assert (site.error_class, found, " and ".join(site.guard) or None) == (cls, message, guard)
    assert (site.line, site.function) == (2, "f")


def test_a_check_without_a_message_says_what_it_expected():
    """PyTorch words a check that has no message of its own."""
    (site,) = sites("void f() { TORCH_CHECK(dim == 2); }").sites
    assert error_message(site.templates[0]).startswith(
        "Expected dim == 2 to be true, but got false."
    )


def test_names_hold_namespaces_and_classes():
    """A function is qualified as a native stack names it."""
    found = sites(
        """
        namespace at::native {
        struct Op { void run() { AT_ERROR("one"); } };
        void Other::go() { AT_ERROR("two"); }
        }
        """
    )
    assert [site.function for site in found.sites] == [
        "at::native::Op::run",
        "at::native::Other::go",
    ]


def test_what_is_no_site():
    """Rethrows are counted, definitions of macros and words in comments are not."""
    found = sites(
        """
        #define CHECK_IT(x) TORCH_CHECK(x, "no ", #x)
        // throw std::runtime_error("x");
        void f() { try { g(); } catch (const E& e) { throw; } log("TORCH_CHECK(a)"); }
        """
    )
    assert (found.sites, found.skipped) == ([], {"bare re-raise": [4]})


def test_broken_source():
    """What does not parse costs only itself."""
    found = sites('void f( {{{ \n void g() { throw std::runtime_error("text"); }\n ((((')
    assert [error_message(site.templates[0]) for site in found.sites] == ["text"]


DEVICES = """
#include <ATen/core/Tensor.h>

namespace at {

void check_same_device(const Tensor& first, const Tensor& other, const char* name) {
  TORCH_CHECK(
      first.device() == other.device(),
      "Expected all tensors to be on the same device, but found at least two devices, ",
      first.device(), " and ", other.device(), "! (when checking argument for argument ",
      name, ")");
}

}
"""
ALLOCATOR = """
namespace c10::cuda {

void Allocator::grow(size_t wanted) {
  const auto free = available();
  if (wanted > free) {
    TORCH_CHECK_WITH(
        OutOfMemoryError,
        false,
        "CUDA out of memory. Tried to allocate ",
        format_size(wanted),
        ". GPU ", device, " has a total capacity of ", format_size(total), " of which ",
        format_size(free), " is free.");
  }
}

}
"""
PASTES = [
    (
        "RuntimeError: Expected all tensors to be on the same device, but found at least two "
        "devices, cuda:0 and cpu! (when checking argument for argument mat1)",
        "aten/src/ATen/check.cpp",
    ),
    (
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total "
        "capacity of 23.65 GiB of which 1.12 GiB is free.",
        "c10/cuda/Allocator.cpp",
    ),
]


@pytest.mark.parametrize(("paste", "path"), PASTES)
def test_what_people_paste_from_torch(tmp_path, paste, path):
    """The two messages that people paste most come from C++, and are answered."""
    files = {"aten/src/ATen/check.cpp": DEVICES, "c10/cuda/Allocator.cpp": ALLOCATOR}
    tree = Tree(write(tmp_path, files), Source(repo="pytorch/pytorch"))
    (mined,) = mine_trees([tree], workers=1)
    verdict = triage(paste, Catalog.in_memory(mined.documents))
    assert verdict.kind == "known"
    assert verdict.best.record.file_path == path
