"""`arbiter certificates`: the club's own authority, what it has issued, and certificates for clocks."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from rich.console import Console
from rich.table import Table

from arbiter_clock.errors import FieldError
from arbiter_hub.broker import authority
from arbiter_hub.certificates import name_of, read_certificate
from arbiter_hub.private import write_private
from arbiter_hub.settings import Settings

NAME = "certificates"
app = typer.Typer(help="Certificates of a hub that makes its own.", no_args_is_help=True)

REFUSED = 2
_Data = Annotated[Path | None, typer.Option(help="the hub's data directory; ARBITER_DATA if absent")]


@app.command()
def show(data: _Data = None) -> None:
    """Names, ends and fingerprints of the authority's and the broker's certificate."""
    folder = _folder(data)
    table = Table("file", "name", "valid until", "for", "SHA-256")
    try:
        for file in (authority.CA, authority.SERVER):
            certificate = read_certificate(file, folder / file)
            table.add_row(
                str(folder / file),
                name_of(certificate),
                certificate.not_valid_after_utc.date().isoformat(),
                " ".join(_names(certificate)),
                certificate.fingerprint(hashes.SHA256()).hex(),
            )
    except FieldError as error:
        _refuse(error)
    Console().print(table)


@app.command()
def client(
    name: Annotated[str, typer.Argument(help="of the clock, for people: small letters, digits, -")],
    data: _Data = None,
    out: Annotated[Path, typer.Option(file_okay=False, help="where NAME.pem and NAME-key.pem go")] = Path(),
) -> None:
    """Issue a certificate for a clock. The key is written once and kept nowhere else."""
    folder = _folder(data)
    try:
        certificate, key = authority.issue_client(folder, name, datetime.now(UTC))
        files = out / f"{name}.pem", out / f"{name}-key.pem"
        for file in files:
            if file.exists():
                raise FieldError("name", f"{file.name}, which exists", "another name or another folder")
    except FieldError as error:
        _refuse(error)
    out.mkdir(parents=True, exist_ok=True)
    write_private(files[0], certificate)
    write_private(files[1], key)
    typer.echo(
        f"arbiter device configure --port PORT --set broker_tls=1 --ca {folder / authority.CA}"
        f" --certificate {files[0]} --certificate-key {files[1]}"
    )


def _folder(data: Path | None) -> Path:
    return authority.folder_in(data or Settings().data)


def _names(certificate: x509.Certificate) -> list[str]:
    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return []
    return [str(name.value) for name in names]


def _refuse(error: FieldError) -> NoReturn:
    typer.echo(f"arbiter certificates: {error}", err=True)
    raise typer.Exit(REFUSED) from None
