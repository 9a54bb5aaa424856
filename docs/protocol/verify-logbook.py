#!/usr/bin/env python3
"""Checks a sealed logbook export of Vigilux, by docs/protocol/logbook-export.md alone.

usage: verify-logbook.py <export.jsonl> <key>... | <export.jsonl> --keys <file>

A key is <public key>,<since> or <public key>,<since>,<until>: 32 bytes as base64url without padding, and the instants
from and until which the server signs with it; without <until> it still does. A file of keys has one per line.
Prints the verdict as JSON. Exit code: 0 whole, 1 not whole or empty, 2 the file or the keys cannot be read.
Time stamps are checked by their shape only: the output says so.
Needs Python 3.8 or newer and nothing else.
"""

import base64
import datetime
import decimal
import hashlib
import json
import re
import sys

MAX_LINE = 1 << 20
MAX_PERSONS_LINE = 16 << 20
MAX_TOKEN = 65_536
MAX_FACTS_DEPTH = 16
MAX_INTEGER = 2**53 - 1
PERSONS_START = b'{"persons":'
MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16-be"), (b"\xff\xfe", "utf-16-le"))


class Fault(Exception):
    """The first fault of a file, as it is printed."""

    def __init__(self, verdict, line, **more):
        super().__init__(verdict)
        self.found = {"verdict": verdict, "line": line, **more}


def malformed(reason, line):
    return Fault("malformed", line, reason=reason)


def reformatted(reason, line):
    return Fault("reformatted", line, reason=reason)


# --- Canonical JSON: RFC 8785 ---------------------------------------------------------------------------------------

ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def canonical_text(value):
    if re.search("[\ud800-\udfff]", value):
        raise ValueError("half a surrogate pair")
    escape = lambda found: ESCAPES.get(found.group(), "\\u%04x" % ord(found.group()))
    return '"' + re.sub('["\\\\\x00-\x1f]', escape, value) + '"'


def canonical_number(value):
    """A number as ECMAScript writes it."""
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError("no number of JSON")
    if value == 0:
        return "0"
    sign, digits, exponent = decimal.Decimal(repr(value)).as_tuple()
    text = "".join(map(str, digits))
    point = len(text) + exponent
    text = text.rstrip("0")
    if len(text) <= point <= 21:
        number = text + "0" * (point - len(text))
    elif 0 < point <= 21:
        number = text[:point] + "." + text[point:]
    elif -6 < point <= 0:
        number = "0." + "0" * -point + text
    else:
        fraction = "." + text[1:] if len(text) > 1 else ""
        number = "%s%se%+d" % (text[0], fraction, point - 1)
    return "-" + number if sign else number


def canonical(value):
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, float):
        return canonical_number(value)
    if isinstance(value, str):
        return canonical_text(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
    return "{" + ",".join(canonical_text(name) + ":" + canonical(value[name]) for name in names) + "}"


def no_constant(name):
    raise ValueError(name + " is no JSON")


def parsed(text):
    """All numbers are floats, as in ECMAScript."""
    return json.loads(text, parse_int=float, parse_constant=no_constant)


# --- Members of lines -----------------------------------------------------------------------------------------------

class Shape(Exception):
    """unknownMember, missingMember or wrongValue."""


def require(condition):
    if not condition:
        raise Shape("wrongValue")


def text(value):
    require(isinstance(value, str))


def pattern(expression):
    def check(value):
        require(isinstance(value, str) and re.fullmatch(expression, value))

    return check


def integer(least):
    def check(value):
        require(isinstance(value, float) and value.is_integer() and least <= value <= MAX_INTEGER)

    return check


def nullable(check):
    return lambda value: None if value is None else check(value)


def exactly(**members):
    def check(value):
        require(isinstance(value, dict))
        if any(name not in members for name in value):
            raise Shape("unknownMember")
        if any(name not in value for name in members):
            raise Shape("missingMember")
        for name, of in members.items():
            of(value[name])

    return check


def instant(value):
    form = "([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\\.[0-9]{3}Z"
    found = re.fullmatch(form, value) if isinstance(value, str) else None
    require(found)
    try:
        datetime.datetime(*map(int, found.groups()))
    except ValueError:
        require(False)


def token(value):
    require(isinstance(value, str) and 0 < len(value) <= MAX_TOKEN and len(value) % 4 == 0)
    require(re.fullmatch("[A-Za-z0-9+/]*={0,2}", value))
    require(base64.b64encode(base64.b64decode(value)).decode() == value)


def base64url(size):
    def check(value):
        require(isinstance(value, str) and re.fullmatch("[A-Za-z0-9_-]+", value) and len(value) % 4 != 1)
        data = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
        require(len(data) == size and base64.urlsafe_b64encode(data).decode().rstrip("=") == value)

    return check


def depth(value):
    """Levels of nesting, without recursion."""
    levels, current = 0, [value]
    while current:
        inner = [one for one in current if isinstance(one, (dict, list))]
        if not inner:
            break
        levels += 1
        current = [member for one in inner for member in (one.values() if isinstance(one, dict) else one)]
    return levels


def facts(value):
    require(isinstance(value, dict) and depth(value) <= MAX_FACTS_DEPTH)


def persons(value):
    require(isinstance(value, dict))
    for reference, name in value.items():
        uuid(reference)
        text(name)


def boolean(value):
    require(isinstance(value, bool))


uuid = pattern("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
seal = pattern("[0-9a-f]{64}")


def header_shape(number):
    return exactly(
        format=pattern("vigilux-logbook-%d" % number),
        plant=exactly(id=uuid, name=text, timezone=text),
        **{"from": integer(0)},
        to=integer(0),
        before=seal,
        head=seal,
        exportedAt=instant,
        key=exactly(id=text, algorithm=pattern("Ed25519"), publicKey=base64url(32)),
        timeStamp=nullable(exactly(token=token)),
    )


def header_check(number):
    shape = header_shape(number)

    def check(value):
        shape(value)
        require(value["to"] == 0 if value["from"] == 0 else value["from"] <= value["to"])

    return check


ENTRY = exactly(
    no=integer(1),
    id=uuid,
    kind=text,
    at=instant,
    recordedAt=instant,
    unit=nullable(text),
    lamp=nullable(integer(0)),
    lampSerial=nullable(text),
    testId=nullable(uuid),
    corrects=nullable(integer(1)),
    about=nullable(integer(1)),
    by=nullable(uuid),
    facts=facts,
    text=text,
    clockWrong=boolean,
)


def entry_line(value):
    ENTRY_LINE(value)
    entry = value["entry"]
    if entry["kind"] == "restored":
        require(entry["by"] is None)
        integer(0)(entry["facts"].get("after"))
        require(entry["facts"]["after"] < entry["no"])
        instant(entry["facts"].get("wholeUntil"))


ENTRY_LINE = exactly(entry=ENTRY, hash=seal)
LINES = {
    "entry": entry_line,
    "persons": exactly(persons=persons),
    "signature": exactly(signature=base64url(64)),
}


def kind_of(value):
    if isinstance(value, dict):
        for member, kind in (("entry", "entry"), ("hash", "entry"), ("persons", "persons"), ("signature", "signature")):
            if member in value:
                return kind
    raise Shape("unexpectedLine")


def export_line(value):
    LINES[kind_of(value)](value)


# --- Lines ----------------------------------------------------------------------------------------------------------

class Line:
    def __init__(self, number, data):
        self.number = number
        self.is_ended = data.endswith(b"\n")
        self.data = data[:-1] if self.is_ended else data

    def is_blank(self):
        return self.data.strip(b" \t\r") == b"" and not self.is_too_long()

    def is_too_long(self):
        return len(self.data) > (MAX_PERSONS_LINE if self.data.startswith(PERSONS_START) else MAX_LINE)

    def without_carriage_return(self, number_of_format):
        if number_of_format == 1 and self.data.endswith(b"\r"):
            self.data = self.data[:-1]

    def is_exported(self):
        try:
            self.content(export_line)
        except Fault:
            return False
        return True

    def content(self, check):
        """The text and the value of the line, which is canonical JSON; `check` looks at its members."""
        data, number = self.data, self.number
        first = data.find(b"\r")
        if first >= 0 and (data.endswith(b"\r") or data[first - 1 : first + 2] == b"}\r{"):
            raise reformatted("lineEnds", number)
        if self.is_too_long():
            raise malformed("tooLong", number)
        try:
            text_of_line = data.decode("utf-8")
        except UnicodeDecodeError:
            raise malformed("notUtf8", number)
        try:
            value = parsed(text_of_line)
        except RecursionError:
            raise malformed("wrongValue", number)
        except ValueError:
            raise malformed("notJson", number)
        try:
            check(value)
        except Shape as fault:
            raise malformed(str(fault), number)
        try:
            is_canonical = canonical(value) == text_of_line
        except ValueError:
            is_canonical = False
        if not is_canonical:
            raise malformed("notCanonical", number)
        return text_of_line, value


def lines_of(file):
    number = 0
    while True:
        data = file.readline(MAX_LINE + 2)
        if data.startswith(PERSONS_START) and not data.endswith(b"\n"):
            data += file.readline(MAX_PERSONS_LINE - MAX_LINE)
        if not data:
            return
        number += 1
        line = Line(number, data)
        yield line
        if line.is_too_long():
            return


# --- The file -------------------------------------------------------------------------------------------------------

def sha256(value):
    return hashlib.sha256(value.encode("utf-8")).hexdigest()


class Reader:
    """Follows the lines of a file; raises the first fault."""

    def __init__(self):
        self.format = self.first_other = None
        self.header = self.header_text = None
        self.persons = self.signature = None
        self.checked = 0
        self.gaps = []
        self.pending = None
        self.key_state = None

    def find(self, line, first_blank):
        encoding = next((name for mark, name in MARKS if line.number == 1 and line.data.startswith(mark)), None)
        start = line.data.decode(encoding or "utf-8", "replace")
        named = re.search('"format"[ \t\r\n]*:[ \t\r\n]*"vigilux-logbook-([^"]*)"', start)
        if not named:
            self.first_other = self.first_other or line.number
            if line.is_exported():
                raise malformed("unexpectedLine", self.first_other)
            return
        if named.group(1) not in ("1", "2"):
            raise Fault("unknownFormat", line.number)
        self.format = int(named.group(1))
        if self.first_other:
            raise malformed("unexpectedLine", self.first_other)
        if encoding:
            raise reformatted("byteOrderMark", line.number)
        if first_blank and self.format != 1:
            raise reformatted("blankLine", first_blank)
        line.without_carriage_return(self.format)
        self.header_text, header = line.content(header_check(self.format))
        first, last = header["from"], header["to"]
        if first <= 1 and header["before"] != sha256("vigilux-logbook-1\n" + header["plant"]["id"]):
            raise malformed("wrongValue", line.number)
        self.header, self.head, self.header_line = header, header["before"], line.number
        self.expected = int(first)
        self.part = first > 1

    def take(self, line):
        if line.is_blank() and self.format == 1:
            return
        if self.pending:
            return self.refine(line)
        kind, text_of_line, value = self.read(line)
        if kind == "entry":
            self.take_entry(line.number, value)
        else:
            self.take_end(line.number, kind, text_of_line, value)

    def read(self, line):
        if line.is_blank():
            raise reformatted("lineEnds" if line.data.endswith(b"\r") else "blankLine", line.number)
        line.without_carriage_return(self.format)
        text_of_line, value = line.content(export_line)
        kind = kind_of(value)
        if kind == "signature" and not line.is_ended and self.format != 1:
            raise reformatted("noLastLineFeed", line.number)
        return kind, text_of_line, value

    def refine(self, line):
        """A missing entry that comes later is out of order; persons before an entry came too early."""
        found = self.pending.found
        try:
            kind, _, value = self.read(line)
        except Fault:
            raise self.pending
        if kind == "entry" and found["verdict"] == "cutOff":
            raise malformed("unexpectedLine", found["line"])
        if kind == "entry" and value["entry"]["no"] == found["no"]:
            raise Fault("swapped", found["line"], no=found["no"])

    def is_complete(self):
        last = self.header["to"]
        return last == 0 or self.expected > last

    def take_entry(self, number, value):
        if self.is_complete():
            raise malformed("unexpectedLine", number)
        self.checked += 1
        entry, is_first = value["entry"], self.checked == 1
        after = entry["facts"]["after"] if entry["kind"] == "restored" else None
        if after is not None and not is_first:
            is_next = after == self.expected - 1
        else:
            is_next = entry["no"] == self.expected
        if not is_next:
            self.pending = Fault("missing", number, no=self.expected)
            return
        if sha256(self.head + "\n" + canonical(entry)) != value["hash"]:
            raise Fault("changed", number, no=self.expected)
        self.head = value["hash"]
        self.expected = int(entry["no"]) + 1
        if after is not None:
            since = entry["facts"]["wholeUntil"]
            self.gaps.append({"after": int(after), "no": int(entry["no"]), "from": since, "to": entry["at"]})
            if is_first:
                self.part = after > 0

    def take_end(self, number, kind, text_of_line, value):
        if not self.is_complete():
            self.pending = Fault("cutOff", number, no=self.expected)
        elif kind == "persons" and self.persons is None:
            self.persons = text_of_line
        elif kind == "signature" and self.persons is not None and self.signature is None:
            self.signature = value["signature"]
        else:
            raise malformed("unexpectedLine", number)

    def end(self, number, keys):
        if self.pending:
            raise self.pending
        if not self.is_complete():
            raise Fault("cutOff", number, no=self.expected)
        if self.signature is None:
            raise malformed("missingLine", number)
        if self.head != self.header["head"]:
            raise Fault("recomputed", None)
        key = self.header["key"]["publicKey"]
        if key not in keys:
            raise Fault("unknownKey", self.header_line)
        signed = (self.header_text + "\n" + self.persons).encode("utf-8")
        if not is_signed(bytes_of(key), bytes_of(self.signature), signed):
            raise Fault("forged", None)
        since, until = keys[key]
        if self.header["exportedAt"] < since or until and self.header["exportedAt"] > until:
            raise Fault("keyNotInUse", self.header_line)
        # Time stamps are not checked, so none proves that the file is from before the end of the key.
        self.key_state = "retiredUnstamped" if until else "inUse"


def check_file(file, keys, reader):
    first_blank, last = None, 0
    try:
        for line in lines_of(file):
            last = line.number
            if reader.header:
                reader.take(line)
            elif line.is_blank():
                first_blank = first_blank or line.number
            else:
                reader.find(line, first_blank)
        if not reader.header:
            raise Fault("noExport", None)
        reader.end(last + 1, keys)
    except Fault as fault:
        return fault.found
    if reader.checked == 0:
        return {"verdict": "empty", "line": None}
    return {"verdict": "whole", "line": None, "part": reader.part, "gaps": reader.gaps, "keyState": reader.key_state}


# --- Ed25519: RFC 8032, section 5.1.7 -------------------------------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def bytes_of(value):
    return base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(factor, point):
    result = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            result = add(result, point)
        point = add(point, point)
        factor >>= 1
    return result


def decompressed(data):
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def compressed(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def base_point():
    y = 4 * pow(5, P - 2, P) % P
    return decompressed(y.to_bytes(32, "little"))


def is_signed(key, signature, message):
    point = decompressed(key)
    scalar = int.from_bytes(signature[32:], "little")
    if point is None or scalar >= L:
        return False
    factor = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    negative = (P - point[0], point[1], 1, P - point[3])
    return compressed(add(times(scalar, base_point()), times(factor, negative))) == signature[:32]


# --- The program ----------------------------------------------------------------------------------------------------

def keys_of(arguments):
    if arguments[:1] == ["--keys"] and len(arguments) == 2:
        with open(arguments[1], encoding="ascii") as file:
            arguments = file.read().split()
    keys = {}
    for argument in arguments:
        key, since, until = (argument.split(",") + [None])[:3] if 1 <= argument.count(",") <= 2 else require(False)
        base64url(32)(key)
        instant(since)
        nullable(instant)(until)
        keys[key] = (since, until)
    return keys


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    reader = Reader()
    try:
        keys = keys_of(arguments[1:])
        with open(arguments[0], "rb") as file:
            found = check_file(file, keys, reader)
    except Shape:
        print("not a key: 32 bytes as base64url without padding, comma, since, and for a retired key comma, until", file=sys.stderr)
        return 2
    except (OSError, UnicodeDecodeError) as error:
        print("cannot read: %s" % error, file=sys.stderr)
        return 2
    stamp = (reader.header or {}).get("timeStamp")
    note = "not checked" if stamp else "none"
    where = {}
    if found["verdict"] not in ("whole", "empty"):
        where["where"] = "line %d" % found["line"] if found["line"] else "the whole file"
    print(json.dumps({**found, **where, "format": reader.format, "checked": reader.checked, "timeStamp": note}))
    return 0 if found["verdict"] == "whole" else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
