"""TLS to the broker, for devices whose settings ask for it; imported by no other.

The certificate authority lies in `ca.der`, and where the broker wants to know its clients `client.der` with
`client-key.der`, all in DER beside the settings. The broker's certificate has to be signed by that authority and
to bear the name or address that the settings give. There is no way around a check that fails, and none in plain text.

mbedTLS on this chip compares a certificate's dates with the calendar, which begins in 2000 until a time server has
answered. What the hub issues is valid from before then; for a foreign certificate `time_host` has to be reachable.

The reading of certificates and the computing of a handshake are done in one call each and stall everything meanwhile,
so they are only called while `may_block()`; the waiting for the broker's answers stalls nothing.
"""

import asyncio
import gc

import tls

CA = "ca.der"
CERTIFICATE = "client.der"
KEY = "client-key.der"
HANDSHAKE_MS = 10000  # without the time for which a stroke has held it up
_POLL_MS = 20


class Secure:
    """`folder` has the certificates, `name` is the broker's as in the settings, `log(level, text)` tells the reason."""

    def __init__(self, folder, name, may_block, log):
        self._folder = folder
        self._name = name
        self._may_block = may_block
        self._log = log
        self._context = None
        self._identity = ""
        self._told = ""
        self.stage = ""

    async def begin(self, plain, greeting, heart):
        """The stream over the connected socket `plain`, on which `greeting` (bytes) is on its way.

        OSError or ValueError when the broker is not the right one, does not answer, or does not let this device in;
        MemoryError.
        """
        while not self._may_block():
            heart.beat()
            await asyncio.sleep_ms(_POLL_MS)
        stream = None
        try:
            stream = self._wrap(plain)
            self.stage = "handshake" + self._identity
            await self._shake_hands(stream, greeting, heart)
        except (OSError, ValueError, MemoryError) as error:
            if stream:
                # Now: the collector would close by a number that another socket has got meanwhile.
                stream.s.close()  # pyright: ignore[reportAttributeAccessIssue] - not in the stubs
            text = "TLS, " + self.stage + ": " + " ".join(str(error).split())
            if text != self._told:
                self._told = text
                print(text)  # noqa: T201  for whoever follows the clock on its cable
                self._log("error", text)
            raise
        self._told = ""
        return stream

    def _wrap(self, plain):
        gc.collect()  # the buffers, 20 KB, come from the memory that the heap leaves
        if self._context is None:
            context = tls.SSLContext(tls.PROTOCOL_TLS_CLIENT)
            context.verify_mode = tls.CERT_REQUIRED  # pyright: ignore[reportAttributeAccessIssue] - not in the stubs
            context.load_verify_locations(self._read(CA))
            self._identity = " without a client certificate"
            if self._has(CERTIFICATE) or self._has(KEY):
                context.load_cert_chain(self._read(CERTIFICATE), self._read(KEY))
                self._identity = ""
            self._context = context
        self.stage = "buffers"
        wrapped = self._context.wrap_socket(plain, server_hostname=self._name, do_handshake_on_connect=False)
        return asyncio.StreamReader(wrapped)

    async def _shake_hands(self, stream, greeting, heart):
        waited = 0
        while waited < HANDSHAKE_MS:
            heart.beat()
            if self._may_block():
                # Goes one step on as far as the broker has answered, and sends the bytes once hands are shaken.
                sent = stream.s.write(greeting)
                if sent:
                    stream.write(greeting[sent:])
                    return
                waited += _POLL_MS
            await asyncio.sleep_ms(_POLL_MS)
        raise OSError("no answer within " + str(HANDSHAKE_MS) + " ms")

    def _has(self, name):
        self.stage = name
        try:
            open(self._folder + "/" + name, "rb").close()
        except OSError:
            return False
        return True

    def _read(self, name):
        self.stage = name
        with open(self._folder + "/" + name, "rb") as file:
            return file.read()
