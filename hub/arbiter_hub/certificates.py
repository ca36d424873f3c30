"""Certificates and keys from PEM files, checked for what clocks and brokers can use; FieldError names what is wrong."""

from datetime import UTC, datetime
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from arbiter_clock.errors import FieldError

#: What mbedTLS on a clock can check and sign with.
CURVES = ("secp256r1", "secp384r1", "secp521r1")
LEAST_RSA_BITS = 2048
KINDS = f"a key of RSA from {LEAST_RSA_BITS} bits, or on one of the curves {', '.join(CURVES)}"

#: Where a clock keeps them.
CA_FILE, CERTIFICATE_FILE, KEY_FILE = "ca.der", "client.der", "client-key.der"

Key = ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey


def read_certificate(field: str, path: Path, now: datetime | None = None) -> x509.Certificate:
    """The one certificate of a PEM file, valid at `now`."""
    content = _content(field, path)
    try:
        found = x509.load_pem_x509_certificates(content)
    except (ValueError, UnsupportedAlgorithm):
        raise FieldError(field, f"no certificate in {path}", "a certificate in PEM") from None
    if len(found) != 1:
        raise FieldError(field, f"{len(found)} certificates in {path}", "one certificate")
    certificate = found[0]
    moment = now or datetime.now(UTC)
    if certificate.not_valid_after_utc <= moment:
        end = certificate.not_valid_after_utc.date().isoformat()
        raise FieldError(field, f"a certificate that ended on {end}", "one that is valid")
    if certificate.not_valid_before_utc > moment:
        begin = certificate.not_valid_before_utc.date().isoformat()
        raise FieldError(field, f"a certificate that begins on {begin}", "one that is valid")
    _require_usable(field, certificate.public_key())
    return certificate


def read_authority(field: str, path: Path, now: datetime | None = None) -> x509.Certificate:
    """A certificate that vouches for others, or for itself."""
    certificate = read_certificate(field, path, now)
    try:
        signs = certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    except x509.ExtensionNotFound:
        signs = False
    if not signs and certificate.issuer != certificate.subject:
        raise FieldError(field, f"{name_of(certificate)}, which signs no others", "a certificate authority")
    return certificate


def read_key(field: str, path: Path) -> Key:
    """The private key of a PEM file without a password."""
    content = _content(field, path)
    try:
        key = serialization.load_pem_private_key(content, password=None)
    except TypeError:
        raise FieldError(field, f"a key with a password in {path}", "a key without one") from None
    except (ValueError, UnsupportedAlgorithm):
        raise FieldError(field, f"no private key in {path}", "a private key in PEM") from None
    _require_usable(field, key.public_key())
    if not isinstance(key, (ec.EllipticCurvePrivateKey, rsa.RSAPrivateKey)):
        raise FieldError(field, type(key).__name__, KINDS)
    return key


def require_pair(field: str, certificate: x509.Certificate, key: Key) -> None:
    """FieldError unless the key is that of the certificate."""
    if certificate.public_key() != key.public_key():
        raise FieldError(field, "another certificate's key", f"the key of {name_of(certificate)}")


def require_signed(field: str, certificate: x509.Certificate, authority: x509.Certificate) -> None:
    """FieldError unless the authority has signed the certificate."""
    try:
        certificate.verify_directly_issued_by(authority)
    except (ValueError, TypeError, InvalidSignature):
        issuer = certificate.issuer.rfc4514_string()
        raise FieldError(field, f"signed by {issuer}", f"signed by {name_of(authority)}") from None


def for_clock(ca: Path | None, certificate: Path | None, key: Path | None) -> dict[str, bytes]:
    """What a clock keeps of these PEM files, in DER by its names; without a file nothing of it."""
    if (certificate is None) != (key is None):
        lone = "--certificate-key" if certificate is None else "--certificate"
        raise FieldError(lone, "alone", "--certificate together with --certificate-key")
    files: dict[str, bytes] = {}
    if ca is not None:
        files[CA_FILE] = read_authority("--ca", ca).public_bytes(serialization.Encoding.DER)
    if certificate is not None and key is not None:
        own, its_key = read_certificate("--certificate", certificate), read_key("--certificate-key", key)
        require_pair("--certificate-key", own, its_key)
        files[CERTIFICATE_FILE] = own.public_bytes(serialization.Encoding.DER)
        files[KEY_FILE] = its_key.private_bytes(
            serialization.Encoding.DER,
            serialization.PrivateFormat.TraditionalOpenSSL,
            serialization.NoEncryption(),
        )
    return files


def name_of(certificate: x509.Certificate) -> str:
    """Its subject, readable."""
    return certificate.subject.rfc4514_string() or "a certificate without a name"


def _content(field: str, path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FieldError(field, f"{error.strerror}: {path}", "a file that can be read") from None


def _require_usable(field: str, key: object) -> None:
    if isinstance(key, ec.EllipticCurvePublicKey):
        if key.curve.name not in CURVES:
            raise FieldError(field, f"a key on the curve {key.curve.name}", KINDS)
    elif isinstance(key, rsa.RSAPublicKey):
        if key.key_size < LEAST_RSA_BITS:
            raise FieldError(field, f"a key of RSA with {key.key_size} bits", KINDS)
    else:
        raise FieldError(field, f"a key of type {type(key).__name__.removesuffix('PublicKey')}", KINDS)
