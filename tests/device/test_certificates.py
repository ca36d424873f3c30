"""Certificates on their way to a clock: what is taken, what is refused by field, and what the clock has afterwards."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from littlefs import LittleFS
from typer.testing import CliRunner

from arbiter_clock.errors import FieldError
from arbiter_hub import certificates
from arbiter_hub.broker import authority
from arbiter_hub.device import cli, images, on_cable, partitions
from arbiter_hub.settings import Settings

NOW = datetime.now(UTC)
NAMES = ["127.0.0.1", "hub.example"]
PEM, DER = serialization.Encoding.PEM, serialization.Encoding.DER


def pem(key, password: bytes | None = None) -> bytes:
    protection = serialization.BestAvailableEncryption(password) if password else serialization.NoEncryption()
    return key.private_bytes(PEM, serialization.PrivateFormat.PKCS8, protection)


def self_signed(key, *, begin: datetime = NOW - timedelta(days=1), days: int = 2) -> bytes:
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "x")])
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1, begin, begin + timedelta(days=days))
    digest = None if isinstance(key, ed25519.Ed25519PrivateKey) else hashes.SHA256()
    return builder.sign(key, digest).public_bytes(PEM)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """An authority with a broker's certificate, one for a clock, and files that are not what they should be."""
    place = tmp_path_factory.mktemp("certificates")
    authority.prepare(place, NAMES, NOW)
    good = ec.generate_private_key(ec.SECP256R1())
    clock, key = authority.issue_client(place, "clock-4", NOW)
    files = {
        "clock.pem": clock,
        "clock-key.pem": key,
        "text.pem": b"certificate",
        "two.pem": clock + clock,
        "ended.pem": self_signed(good, begin=NOW - timedelta(days=30)),
        "begins.pem": self_signed(good, begin=NOW + timedelta(days=1)),
        "curve.pem": self_signed(ec.generate_private_key(ec.BrainpoolP256R1())),
        "short.pem": self_signed(rsa.generate_private_key(65537, 1024)),  # noqa: S505  to be refused
        "edwards.pem": self_signed(ed25519.Ed25519PrivateKey.generate()),
        "edwards-key.pem": pem(ed25519.Ed25519PrivateKey.generate()),
        "locked-key.pem": pem(good, b"secret"),
        "other-key.pem": pem(good),
    }
    for name, content in files.items():
        (place / name).write_bytes(content)
    return place


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            ("absent.pem", None, None),
            "--ca: found No such file or directory: .*, allowed: a file that can be read",
        ),
        (("text.pem", None, None), "--ca: found no certificate in .*, allowed: a certificate in PEM"),
        (("two.pem", None, None), "--ca: found 2 certificates in .*, allowed: one certificate"),
        (("ended.pem", None, None), "--ca: found a certificate that ended on .*, allowed: one that is valid"),
        (("begins.pem", None, None), "--ca: found a certificate that begins on .*, allowed: one that is"),
        (
            ("clock.pem", None, None),
            "--ca: found CN=clock-4, which signs no others, allowed: a certificate a",
        ),
        (("curve.pem", None, None), "--ca: found a key on the curve brainpoolP256r1, allowed: a key of RSA"),
        (
            ("short.pem", None, None),
            "--ca: found a key of RSA with 1024 bits, allowed: a key of RSA from 2048",
        ),
        (("edwards.pem", None, None), "--ca: found a key of type Ed25519, allowed: a key of RSA"),
        ((None, "clock.pem", None), "--certificate: found alone, allowed: .* with --certificate-key"),
        ((None, None, "clock-key.pem"), "--certificate-key: found alone, allowed: --certificate together"),
        (
            (None, "clock.pem", "text.pem"),
            "--certificate-key: found no private key in .*, allowed: a private",
        ),
        ((None, "clock.pem", "clock.pem"), "--certificate-key: found no private key"),
        ((None, "clock-key.pem", "clock-key.pem"), "--certificate: found no certificate in"),
        ((None, "clock.pem", "locked-key.pem"), "--certificate-key: found a key with a password"),
        ((None, "clock.pem", "edwards-key.pem"), "--certificate-key: found a key of type Ed25519"),
        (
            (None, "clock.pem", "other-key.pem"),
            "--certificate-key: found another .*, allowed: the key of CN=clo",
        ),
    ],
)
def test_what_no_clock_could_use_is_refused_by_the_option_that_gave_it(folder, given, told):
    with pytest.raises(FieldError, match=told):
        certificates.for_clock(*(None if name is None else folder / name for name in given))


def test_a_clock_gets_its_files_in_der(folder):
    files = certificates.for_clock(folder / "ca.pem", folder / "clock.pem", folder / "clock-key.pem")

    assert sorted(files) == ["ca.der", "client-key.der", "client.der"]
    certificate = x509.load_der_x509_certificate(files["client.der"])
    key = serialization.load_der_private_key(files["client-key.der"], None)
    assert certificate.public_key() == key.public_key()
    assert certificates.for_clock(folder / "ca.pem", None, None) == {"ca.der": files["ca.der"]}
    assert certificates.for_clock(None, None, None) == {}


def test_a_certificate_that_vouches_for_itself_is_an_authority_for_itself(folder):
    (folder / "own.pem").write_bytes(self_signed(ec.generate_private_key(ec.SECP384R1())))

    assert list(certificates.for_clock(folder / "own.pem", None, None)) == ["ca.der"]


def test_the_clock_has_the_files_before_it_has_the_settings_that_need_them(folder, tmp_path):
    """The script runs under MicroPython, with the simulator's storage."""
    firmware = Settings().firmware_folder
    files = certificates.for_clock(folder / "ca.pem", folder / "clock.pem", folder / "clock-key.pem")
    script = on_cable.configure_script({"broker_tls": 1}, None, files)
    refused = on_cable.configure_script({"broker_tls": 2}, None, {"ca.der": b"another"})
    paths = [str(firmware / "sim"), str(firmware), str(Path(images.__file__).parents[3] / "shared")]
    head = f"import sys\nsys.path[:0] = {paths!r}\n"
    micropython = str(Path(sys.executable).with_name("micropython"))
    (tmp_path / "run.py").write_text(head + script)
    subprocess.run([micropython, "run.py"], cwd=tmp_path, check=True, capture_output=True, timeout=20)
    (tmp_path / "run.py").write_text(head + refused)
    ran = subprocess.run([micropython, "run.py"], cwd=tmp_path, check=False, capture_output=True, timeout=20)

    assert ran.returncode, "a setting that is not allowed"
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.der")} == files
    assert not list(tmp_path.glob("*.new"))
    assert script.index("client-key.der") < script.index("change(")


def test_flash_takes_certificates_along_and_insists_on_the_authority(folder):
    ran = CliRunner().invoke(cli.app, ["flash", "--port", "x", "--set", "broker_tls=1"])
    for name in ("boot.py", "main.py", "slot_files.py"):
        (folder / name).touch()
    image = images.file_system(folder, certificates.for_clock(folder / "ca.pem", None, None))
    disk = LittleFS(block_size=4096, block_count=partitions.VFS.size // 4096, mount=False)
    disk.context.buffer = bytearray(image)
    disk.mount()
    with disk.open("ca.der", "rb") as file:
        stored = file.read()

    assert ran.exit_code == cli.REFUSED
    assert "--ca: found nothing, allowed: the broker's authority" in ran.output
    assert stored == x509.load_pem_x509_certificate((folder / "ca.pem").read_bytes()).public_bytes(DER)


def test_configure_names_a_wrong_file_before_it_looks_for_the_clock(folder):
    ran = CliRunner().invoke(cli.app, ["configure", "--port", "x", "--ca", str(folder / "text.pem")])

    assert ran.exit_code == cli.REFUSED
    assert "--ca: found no certificate" in ran.output
