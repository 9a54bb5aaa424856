#!/usr/bin/env python3
"""A central unit of the type logica in one file, to read or to start from.

It keeps the ten steps of README.md in this folder and passes `npm run conformance`. It has four lamps, which
always pass their tests; instead of a DALI bus it has the class Lamps. Configuration, levels, scenes, inhibition
and telemetry are left out: it answers UNKNOWN_COMMAND.

Needs Python 3.9 and Paho (Debian: python3-paho-mqtt). Start it with

    python3 unit-firmware.py --broker HOST:1883 --unit logica_0A1B2C --password-file FILE --state DIR

SIGUSR1 presses the two keys of the enrolment: kill -USR1 PID. SIGUSR2 sets it back to factory state.
"""

import argparse
import datetime
import json
import os
import random
import secrets
import signal
import time
import uuid

import paho.mqtt.client as mqtt

KEEPALIVE_S = 30
REPEAT_RECORDS_S = 60
GATHER_CHANGES_S = 0.25
ANSWERS_REMEMBERED = 200
RECORDS_REMEMBERED = 10_000
NEVER = float("inf")


class Memory:
    """What a power cut must not take: a file that is replaced as a whole."""

    def __init__(self, folder):
        os.makedirs(folder, exist_ok=True)
        self.path = os.path.join(folder, "unit.json")
        try:
            with open(self.path, encoding="utf-8") as file:
                self.data = json.load(file)
            self.data["boot"] += 1
        except FileNotFoundError:
            self.data = self.factory_state()
        self.data["seq"] = 0
        self.save()

    @staticmethod
    def factory_state():
        return {
            "life": secrets.token_hex(8),
            "boot": 0,
            "seq": 0,
            "enrolled": False,
            "searched": False,
            "clock_ahead_s": 0.0,
            "records": [],
            "answers": {},
        }

    def save(self):
        other = self.path + ".new"
        with open(other, "w", encoding="utf-8") as file:
            json.dump(self.data, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(other, self.path)
        folder = os.open(os.path.dirname(os.path.abspath(self.path)), os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


class Lamps:
    """Four emergency lamps. Numbers and bytes as in logica.md."""

    SERIALS = {1: "0A0001", 2: "0A0002", 3: "0A0003", 4: "0A0004"}
    RATED_S = 3_600
    NORMAL, FUNCTION_TEST, DURATION_TEST = 0x02, 0x10, 0x20
    FULL = 0x08

    def __init__(self):
        self.modes = {address: self.NORMAL for address in self.SERIALS}
        self.blinking_until = {address: 0.0 for address in self.SERIALS}

    def report(self, address):
        rated_steps = self.RATED_S // 120
        return [address, self.SERIALS[address], 0, self.modes[address], self.FULL, 0, 2, 254, rated_steps, 254, 0, 0, 0, None, None]


class Unit:
    def __init__(self, unit, password, broker, folder, speed):
        self.unit, self.password, self.broker, self.speed = unit, password, broker, speed
        self.memory = Memory(folder)
        self.lamps = Lamps()
        self.client = None
        self.connected = False
        self.connection = -1
        self.state_seq = self.shadow_seq = 0
        self.changed = set()
        self.test = None
        self.enrolment = None
        self.unsent_answers = []
        self.next_attempt = 0.0
        self.next_birth = self.next_repeat = self.next_state = NEVER
        self.pressed = self.reset_pressed = False

    # Time

    def now(self):
        return datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=self.memory.data["clock_ahead_s"])

    def stamp(self):
        return self.now().isoformat(timespec="milliseconds").replace("+00:00", "Z")

    # Connection: steps 1 to 5

    def connect(self):
        """Each attempt has its own number, which the will has too. So Paho must not reconnect by itself."""
        self.connection += 1
        versions = getattr(mqtt, "CallbackAPIVersion", None)
        arguments = [versions.VERSION1] if versions else []
        client = mqtt.Client(*arguments, client_id=self.unit, clean_session=False)
        client.username_pw_set(self.unit, self.password)
        client.will_set(self.topic("online"), json.dumps(self.birth(False)), qos=1, retain=True)
        client.on_connect = self.on_connect
        client.on_disconnect = self.on_disconnect
        client.on_message = self.on_message
        host, _, port = self.broker.rpartition(":")
        self.client = client
        try:
            client.connect(host, int(port), keepalive=60)
        except OSError:
            self.on_disconnect(client, None, 1)

    def on_connect(self, client, _data, _flags, code):
        if code != 0:
            return
        self.connected = True
        client.subscribe(f"v1/{self.unit}/down/+", qos=1)
        self.send_birth()
        self.send_shadow()
        for answer in self.unsent_answers:
            self.publish("response", answer)
        self.unsent_answers = []
        if self.memory.data["enrolled"]:
            self.send_full_state()
            self.send_records()

    def on_disconnect(self, client, _data, _code):
        if client is not self.client:
            return
        self.connected = False
        self.client = None
        self.next_attempt = time.monotonic() + random.uniform(1, 3)

    def topic(self, channel):
        return f"v1/{self.unit}/up/{channel}"

    def publish(self, channel, message, retain=False):
        if self.connected:
            self.client.publish(self.topic(channel), json.dumps(message), qos=1, retain=retain)

    def birth(self, online):
        data = self.memory.data
        birth = {"life": data["life"], "boot": data["boot"], "connection": self.connection, "online": online}
        return {**birth, "at": self.stamp()} if online else birth

    def send_birth(self):
        self.publish("online", self.birth(True), retain=True)
        self.next_birth = time.monotonic() + KEEPALIVE_S

    def numbered(self, seq, body):
        data = self.memory.data
        return {"life": data["life"], "boot": data["boot"], "seq": seq, "at": self.stamp(), "body": body}

    def network(self):
        count = len(Lamps.SERIALS)
        return [2, count, count] if self.memory.data["searched"] else [0, 0, count]

    def send_shadow(self):
        body = {"v": [None, "1.0", None, None], "c": [None, None], "tz": None, "cfg": len(Lamps.SERIALS), "net": self.network()}
        self.publish("shadow", self.numbered(self.shadow_seq, body), retain=True)
        self.shadow_seq += 1

    def known_lamps(self):
        return list(Lamps.SERIALS) if self.memory.data["searched"] else []

    def send_state(self, lamps, lamp_list=None):
        body = {"sys": [0, 0, 0, self.network()], "l": [self.lamps.report(address) for address in lamps]}
        message = self.numbered(self.state_seq, body)
        if lamp_list is not None:
            message["lampList"] = lamp_list
        self.publish("state", message)
        self.state_seq += 1

    def send_full_state(self):
        self.changed.clear()
        self.next_state = NEVER
        self.send_state(self.known_lamps(), self.known_lamps())

    def report_soon(self, lamps):
        self.changed |= set(lamps)
        self.next_state = min(self.next_state, time.monotonic() + GATHER_CHANGES_S)

    # Records: steps 5 and 6

    def record(self, kind, body):
        """Written to the disk before it is sent."""
        data = self.memory.data
        record = {"life": data["life"], "boot": data["boot"], "seq": data["seq"], "at": self.stamp(), "kind": kind, "body": body}
        data["seq"] += 1
        data["records"] = [*data["records"], record][-RECORDS_REMEMBERED:]
        self.memory.save()
        self.publish("record", record)
        self.next_repeat = min(self.next_repeat, time.monotonic() + REPEAT_RECORDS_S)

    def send_records(self):
        records = self.memory.data["records"]
        for record in records:
            self.publish("record", record)
        self.next_repeat = time.monotonic() + REPEAT_RECORDS_S if records else NEVER

    def acknowledge(self, message):
        data = self.memory.data
        if message.get("life") != data["life"]:
            return
        safe = {tuple(pair) for pair in message.get("records", [])}
        data["records"] = [record for record in data["records"] if (record["boot"], record["seq"]) not in safe]
        self.memory.save()

    # Commands: steps 7 and 8

    def on_message(self, _client, _data, packet):
        try:
            message = json.loads(packet.payload)
        except (ValueError, RecursionError):
            return
        if not isinstance(message, dict):
            return
        try:
            if packet.topic.endswith("/ack"):
                self.acknowledge(message)
            elif packet.topic.endswith("/command"):
                self.command(message)
        except (KeyError, TypeError, ValueError):
            # Nothing was done: handlers look at the whole message first.
            return

    def command(self, message):
        command_id, name, body = str(uuid.UUID(message["id"])), message["name"], message.get("body")
        expires = datetime.datetime.fromisoformat(message["exp"].replace("Z", "+00:00"))
        if name != "setClock" and expires < self.now():
            return
        known = self.memory.data["answers"].get(command_id)
        if known and known.get("code") != "ERROR_COMMAND_NOT_ENABLED":
            self.send_answer(known)
            return
        handler = getattr(self, f"do_{name}", None) if isinstance(name, str) else None
        is_enrolled = self.memory.data["enrolled"]
        if not is_enrolled and name not in ("enrol", "setClock"):
            self.answer(command_id, "refused", "NOT_ENROLLED")
        elif handler is None:
            self.answer(command_id, "refused", "UNKNOWN_COMMAND")
        else:
            try:
                handler(command_id, body)
            except (KeyError, TypeError, ValueError):
                self.answer(command_id, "refused", "INVALID_BODY")

    def remember_answer(self, command_id, state, code=None):
        """Goes to the disk with the next save, so that what was done and its answer are there together."""
        data = self.memory.data
        answer = {"life": data["life"], "id": command_id, "state": state, **({"code": code} if code else {})}
        data["answers"].pop(command_id, None)
        data["answers"][command_id] = answer
        while len(data["answers"]) > ANSWERS_REMEMBERED:
            del data["answers"][next(iter(data["answers"]))]
        return answer

    def answer(self, command_id, state, code=None):
        answer = self.remember_answer(command_id, state, code)
        self.memory.save()
        self.send_answer(answer)

    def send_answer(self, answer):
        if self.connected:
            self.publish("response", answer)
        else:
            self.unsent_answers.append(answer)

    def do_enrol(self, command_id, body):
        seconds = int(body["w"])
        if self.enrolment:
            self.answer(self.enrolment[0], "refused", "KEYS_NOT_PRESSED")
        self.enrolment = (command_id, time.monotonic() + seconds)
        self.answer(command_id, "accepted")
        print(f"Press both keys within {seconds} s: kill -USR1 {os.getpid()}", flush=True)

    def press_keys(self):
        if not self.enrolment:
            return
        command_id, _ = self.enrolment
        self.enrolment = None
        if self.memory.data["enrolled"]:
            self.answer(command_id, "refused", "ALREADY_ENROLLED")
            return
        self.memory.data["enrolled"] = True
        self.answer(command_id, "done")
        self.send_shadow()
        self.send_full_state()

    def do_deEnrol(self, command_id, _body):
        self.answer(command_id, "done")
        self.factory_reset()

    def factory_reset(self):
        """Another life begins: a new birth, and a will that has it. The broker's copy of the old shadow is replaced."""
        self.test = self.enrolment = None
        self.lamps = Lamps()
        self.memory.data = Memory.factory_state()
        self.memory.save()
        self.connection = -1
        if self.client:
            self.client.disconnect()

    def do_setClock(self, command_id, body):
        real = datetime.datetime.fromisoformat(body["at"].replace("Z", "+00:00"))
        ahead = real - datetime.datetime.now(datetime.timezone.utc)
        self.memory.data["clock_ahead_s"] = ahead.total_seconds()
        self.answer(command_id, "done")

    def do_createNetwork(self, command_id, _body):
        self.memory.data["searched"] = True
        self.answer(command_id, "done")
        self.send_shadow()
        self.send_full_state()

    def do_statusQuery(self, command_id, _body):
        self.send_state([])
        self.answer(command_id, "done")

    def do_refresh(self, command_id, _body):
        self.send_shadow()
        self.send_full_state()
        self.send_records()
        self.answer(command_id, "done")

    def do_identify(self, command_id, body):
        address, seconds = int(body["a"]), int(body["s"])
        if address not in self.known_lamps():
            self.answer(command_id, "refused", "NO_LAMPS")
            return
        self.lamps.blinking_until[address] = time.monotonic() + seconds
        self.answer(command_id, "done")

    def do_stop_blink(self, command_id, body):
        self.lamps.blinking_until[int(body["a"])] = 0.0
        self.answer(command_id, "done")

    # Tests

    def do_ftest(self, command_id, body):
        test_id, kind, mask = str(uuid.UUID(body["t"])), body["k"], body["a"]
        if kind not in ("F", "D"):
            raise ValueError(kind)
        bits = -1 if mask == "*" else int(mask, 16)
        lamps = [address for address in self.known_lamps() if bits >> (128 - address) & 1]
        if self.test:
            self.answer(command_id, "refused", "TEST_RUNNING")
        elif not lamps:
            self.answer(command_id, "refused", "NO_LAMPS")
        else:
            answer = self.remember_answer(command_id, "done")
            self.begin_test(test_id, kind, lamps)
            self.send_answer(answer)

    def begin_test(self, test_id, kind, lamps):
        lasts_s = 3 if kind == "F" else Lamps.RATED_S / self.speed
        self.test = {"id": test_id, "kind": kind, "lamps": lamps, "ends": time.monotonic() + lasts_s}
        self.record("test.start", {"t": test_id, "k": kind, "by": 0, "a": lamps})
        self.set_modes(Lamps.FUNCTION_TEST if kind == "F" else Lamps.DURATION_TEST)

    def set_modes(self, mode):
        for address in self.test["lamps"]:
            self.lamps.modes[address] = mode
        self.report_soon(self.test["lamps"])

    def end_test(self, result, reason, outcome):
        """Each lamp that took part has a result before the test ends."""
        test = self.test
        seconds = Lamps.RATED_S if test["kind"] == "D" and result == 0 else None
        self.set_modes(Lamps.NORMAL)
        for address in test["lamps"]:
            self.record("test.result", [test["id"], address, Lamps.SERIALS[address], result, reason, seconds])
        self.record("test.end", {"t": test["id"], "o": outcome})
        self.test = None

    def do_stopTest(self, command_id, body):
        if not self.test or self.test["id"] != body["t"]:
            self.answer(command_id, "refused", "ERROR_COMMAND_NOT_ENABLED")
            return
        self.end_test(2, 9, 1)
        self.answer(command_id, "done")

    # What time brings

    def turn(self):
        now = time.monotonic()
        if self.client:
            self.client.loop(timeout=0.05)
        elif now >= self.next_attempt:
            self.connect()
        else:
            time.sleep(0.05)
        if self.pressed:
            self.pressed = False
            self.press_keys()
        if self.reset_pressed:
            self.reset_pressed = False
            self.factory_reset()
        if self.enrolment and now >= self.enrolment[1]:
            self.answer(self.enrolment[0], "refused", "KEYS_NOT_PRESSED")
            self.enrolment = None
        if self.test and now >= self.test["ends"]:
            self.end_test(0, 0, 0)
        if self.connected and now >= self.next_birth:
            self.send_birth()
        if self.connected and self.memory.data["enrolled"]:
            if now >= self.next_state:
                lamps, self.changed, self.next_state = sorted(self.changed), set(), NEVER
                self.send_state(lamps)
            if now >= self.next_repeat:
                self.send_records()


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    options.add_argument("--broker", required=True, metavar="HOST:PORT")
    options.add_argument("--unit", required=True)
    options.add_argument("--password-file", required=True)
    options.add_argument("--state", required=True, metavar="DIR")
    options.add_argument("--speed", type=float, default=1, help="how much faster than real time autonomy tests are")
    given = options.parse_args()
    with open(given.password_file, encoding="utf-8") as file:
        password = file.read().strip()
    unit = Unit(given.unit, password, given.broker, given.state, given.speed)
    signal.signal(signal.SIGUSR1, lambda *_: setattr(unit, "pressed", True))
    signal.signal(signal.SIGUSR2, lambda *_: setattr(unit, "reset_pressed", True))
    print(f"unit {given.unit}, process {os.getpid()}", flush=True)
    while True:
        unit.turn()


if __name__ == "__main__":
    main()
