"""The club's own certificate authority: the broker's certificate, renewed in time, and those of clocks.

    ca.pem ca-key.pem           made once; every clock keeps ca.pem, so it is never changed
    server.pem server-key.pem   the broker's, made again before it ends and when the hub has other names or addresses

A clock does not know the date before a time server has answered and then takes it to be the year 2000, so authority and
broker are valid from before that. What a clock shows the broker is checked by the hub's calendar and begins yesterday.
"""

import contextlib
import ipaddress
import socket
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from arbiter_clock.errors import FieldError
from arbiter_hub.certificates import read_authority, read_certificate, read_key, require_pair, require_signed
from arbiter_hub.private import write_private

SINCE = datetime(1999, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
AUTHORITY_FOR = 25 * 365 * DAY
SERVER_FOR = 2 * 365 * DAY
CLIENT_FOR = 10 * 365 * DAY
RENEW_BEFORE = 60 * DAY

CA, CA_KEY, SERVER, SERVER_KEY = "ca.pem", "ca-key.pem", "server.pem", "server-key.pem"
_NAME = "abcdefghijklmnopqrstuvwxyz0123456789-"
_FIELD = "broker_certificates"


def folder_in(data: Path) -> Path:
    """Where a hub keeps its own authority."""
    return data / "certificates"


def prepare(folder: Path, names: Sequence[str], now: datetime) -> bool:
    """Make what is missing, runs out or bears other names; whether the broker's certificate is a new one."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not (folder / CA).exists():
        key = ec.generate_private_key(ec.SECP256R1())
        subject = _named("Arbiter authority")
        authority = _builder(
            subject, subject, key.public_key(), (SINCE, now + AUTHORITY_FOR), key.public_key()
        )
        authority = authority.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        authority = authority.add_extension(_usage(signs_others=True), critical=True)
        write_private(folder / CA_KEY, _pem(key))
        # Last, because its presence means that both are there.
        write_private(folder / CA, _pem(authority.sign(key, hashes.SHA256())))
    if _still_good(folder, names, now):
        return False
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = _issue(folder, "Arbiter broker", key, (SINCE, now + SERVER_FOR), names)
    write_private(folder / SERVER_KEY, _pem(key))
    write_private(folder / SERVER, _pem(certificate))
    return True


def issue_client(folder: Path, name: str, now: datetime) -> tuple[bytes, bytes]:
    """(certificate, key) in PEM for the clock `name`; FieldError if the folder has no authority of its own."""
    if not 1 <= len(name) <= 32 or any(char not in _NAME for char in name):
        raise FieldError("name", name, f"1 to 32 characters from {_NAME}")
    if not (folder / CA_KEY).exists():
        raise FieldError(
            "authority", f"none in {folder}", "the one that a hub with own certificates has made"
        )
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = _issue(folder, name, key, (now - DAY, now + CLIENT_FOR))
    return _pem(certificate), _pem(key)


def check(folder: Path, now: datetime) -> None:
    """FieldError unless the folder has a broker's certificate, its key, and the authority that has signed it."""
    authority = read_authority(f"{_FIELD}.{CA}", folder / CA, now)
    certificate = read_certificate(f"{_FIELD}.{SERVER}", folder / SERVER, now)
    require_signed(f"{_FIELD}.{SERVER}", certificate, authority)
    require_pair(
        f"{_FIELD}.{SERVER_KEY}", certificate, read_key(f"{_FIELD}.{SERVER_KEY}", folder / SERVER_KEY)
    )


def host_names(more: Sequence[str] = ()) -> list[str]:
    """Names and addresses by which clocks may know this host, and `more`; sorted, each once."""
    own = socket.gethostname()
    found = {"localhost", "127.0.0.1", own, f"{own.partition('.')[0]}.local", *more}
    with contextlib.suppress(OSError):  # a host that cannot look its own name up still has the others
        found |= {str(info[4][0]).partition("%")[0] for info in socket.getaddrinfo(own, None)}
    found |= _outward_addresses()
    return sorted(name.lower() for name in found if name)


def _outward_addresses() -> set[str]:
    """The addresses from which this host would reach others; nothing is sent."""
    found: set[str] = set()
    for family, there in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((there, 9))
                found.add(str(probe.getsockname()[0]))
        except OSError:
            continue  # no way out by this family
    return found


def _still_good(folder: Path, names: Sequence[str], now: datetime) -> bool:
    try:
        check(folder, now)
    except FieldError:
        return False
    certificate = read_certificate(_FIELD, folder / SERVER, now)
    return certificate.not_valid_after_utc - now > RENEW_BEFORE and set(_alternatives(names)) == set(
        certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    )


def _issue(
    folder: Path,
    name: str,
    key: ec.EllipticCurvePrivateKey,
    validity: tuple[datetime, datetime],
    names: Sequence[str] = (),
) -> x509.Certificate:
    """For a server with `names`, for a client without."""
    authority = read_authority("authority", folder / CA)
    signer = read_key("authority", folder / CA_KEY)
    begin, end = validity
    validity = begin, min(end, authority.not_valid_after_utc)
    builder = _builder(_named(name), authority.subject, key.public_key(), validity, signer.public_key())
    builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    builder = builder.add_extension(_usage(signs_others=False), critical=True)
    purpose = ExtendedKeyUsageOID.SERVER_AUTH if names else ExtendedKeyUsageOID.CLIENT_AUTH
    builder = builder.add_extension(x509.ExtendedKeyUsage([purpose]), critical=False)
    if names:
        builder = builder.add_extension(x509.SubjectAlternativeName(_alternatives(names)), critical=False)
    return builder.sign(signer, hashes.SHA256())


def _builder(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePublicKey,
    validity: tuple[datetime, datetime],
    signer: object,
) -> x509.CertificateBuilder:
    assert isinstance(signer, ec.EllipticCurvePublicKey)  # noqa: S101 - this authority makes no other
    identifier = x509.SubjectKeyIdentifier.from_public_key(key)
    origin = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(validity[0])
        .not_valid_after(validity[1])
        .add_extension(identifier, critical=False)
        .add_extension(origin, critical=False)
    )


def _usage(*, signs_others: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_others,
        key_cert_sign=signs_others,
        crl_sign=signs_others,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _named(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _alternatives(names: Sequence[str]) -> list[x509.GeneralName]:
    found: list[x509.GeneralName] = []
    for name in names:
        try:
            found.append(x509.IPAddress(ipaddress.ip_address(name)))
        except ValueError:
            found.append(x509.DNSName(name))
    return found


def _pem(thing: x509.Certificate | ec.EllipticCurvePrivateKey) -> bytes:
    if isinstance(thing, x509.Certificate):
        return thing.public_bytes(serialization.Encoding.PEM)
    return thing.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
