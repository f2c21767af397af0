"""``ddz serve``: what it refuses, in one line and with status 2, and how it begins and ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from data_files import of_a_later_version, of_another_program
from web_client import ask

from ddz_core.cli import main
from ddz_core.web.store import Store


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that says why, and what to do."""
    assert main(["serve", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("ddz: ")
    assert err.count("\n") == 1
    return err


def test_what_it_refuses(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = str(tmp_path / "tables.sqlite")
    with socket.create_server(("127.0.0.1", 0)) as used:
        port = str(used.getsockname()[1])
        said = refused(capsys, "--port", port, "--data", data)
        assert port in said
        assert "--port" in said
    assert not Path(data).exists()
    for option in (["--port", "70000"], ["--port", "x"], ["--level", "hard"], ["extra"]):
        refused(capsys, "--data", data, *option)
    for host in ("no.such.host.invalid", "256.0.0.1", "192.0.2.1", "x" * 70):
        assert "--host" in refused(capsys, "--port", "0", "--data", data, "--host", host)

    for name in ("https://table.example.org", "table.example.org:443", "two words", ""):
        assert repr(name) in refused(capsys, "--data", data, "--name", name)


def test_data_files_it_refuses(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    other, later = of_another_program(tmp_path), of_a_later_version(tmp_path)
    (text := tmp_path / "text").write_text("some words" * 1000)
    for path in (other, later, text, text / "below", tmp_path):
        before = path.read_bytes() if path.is_file() else None
        said = refused(capsys, "--port", "0", "--data", str(path))
        assert str(path) in said
        assert before is None or path.read_bytes() == before


@contextmanager
def unprivileged() -> Iterator[None]:
    """As a user whom the rights of files bind."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_no_right_to_write(capsys: pytest.CaptureFixture[str]) -> None:
    refused(capsys, "--port", "x")  # everything is imported while it can be
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Store(data := folder / "tables.sqlite").close()
        data.chmod(0o444)
        (closed := folder / "closed").mkdir(mode=0o555)
        folder.chmod(0o555)
        with unprivileged():
            for path in (data, closed / "tables.sqlite", closed / "new" / "tables.sqlite"):
                said = refused(capsys, "--port", "0", "--data", str(path))
                assert str(path) in said
                assert "--data" in said
        folder.chmod(0o755)


def test_a_data_file_that_cannot_be_written_by_anybody(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Not even by the administrator, whom the rights of files do not bind."""
    for path in ("/proc/tables.sqlite", "/proc/folder/tables.sqlite", "/dev/full"):
        if Path("/proc/self").exists():
            assert path in refused(capsys, "--port", "0", "--data", path)


def test_it_says_where_it_is_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ddz_core.cli", "serve", "--port", "0"]
    server = subprocess.Popen(
        [*command, "--data", str(tmp_path / "new" / "tables.sqlite")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Whoever runs the tests may ignore it, as nohup does.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert server.stdout is not None
    said = server.stdout.readline()
    address = next(word for word in said.split() if word.startswith("http://127.0.0.1:"))
    assert ask(address)[0] == 200
    # A second one with the same file would not know of the deals of the first.
    second = subprocess.run(
        [*command, "--data", str(tmp_path / "new" / "tables.sqlite")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert second.returncode == 2
    assert "another server" in second.stderr
    server.send_signal(signal.SIGINT)
    _, err = server.communicate(timeout=20)
    assert (server.returncode, err.strip()) == (130, "ddz: stopped")


def test_without_the_extra_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "ddz_core.web.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve"]) == 1
    assert capsys.readouterr().err == (
        'ddz: uvicorn is not installed: pip install "ddz-core[web]" installs it\n'
    )
