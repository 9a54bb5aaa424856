import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import { inhibitionEnds } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { sceneOutcomes } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { logicafmFacts } from '@vigilux/device-plane/central-units/logicafm/facts.ts'
import {
  commandBody,
  type FmPage,
  type FmState,
  faultBits,
  functionNumbers,
  lampBytes,
  lampFlag,
  lampOffset,
  lampsPerPage,
  modeNumbers,
  opcode,
  resultReasons,
  testNumber,
  unitFaultBits,
  unitWarningBits,
  unknownByte,
  unknownWord,
} from '@vigilux/device-plane/central-units/logicafm/wire.ts'
import { bitsOf, namesIn } from '../core/bits.ts'
import type { VirtualLamp } from '../core/lamp.ts'
import { productNumberOf } from '../core/lamp-products.ts'
import type { LampReading, OrderReaders, ResultReason, UnitEvent, UnitFace, UnitWire } from '../core/unit-wire.ts'

const faultOf: Partial<Record<ReportedLampError, (typeof faultBits)[number]>> = {
  battery_low_voltage: 'batteryLow',
  battery_not_connected: 'batteryMissing',
  battery_short: 'batteryShort',
  battery_test_failure: 'batteryTest',
  battery_duration: 'batteryDuration',
  charger: 'charger',
  led_open: 'ledOpen',
  led_short: 'ledShort',
  led_partial_short: 'ledPartial',
  lamp_failure: 'lamp',
  communication: 'radio',
  over_voltage: 'overVoltage',
  under_voltage: 'underVoltage',
  over_power: 'overPower',
  under_power: 'underPower',
  uv_tube: 'uvTube',
  programming: 'programming',
  duplicate_id: 'duplicate',
  wiring: 'wiring',
  overload: 'overload',
}
const unitFaultOf: Partial<Record<UnitError, (typeof unitFaultBits)[number]>> = {
  battery_low_voltage: 'batteryLow',
  battery_not_connected: 'batteryMissing',
  battery_short: 'batteryShort',
  battery_test_failure: 'batteryTest',
  charger: 'charger',
  fuse: 'fuse',
  uart_1: 'uart1',
  uart_2: 'uart2',
  uart_3: 'uart3',
  uart_4: 'uart4',
  uart_5: 'uart5',
  uart_6: 'uart6',
  uart_7: 'uart7',
  modem: 'modem',
  duplicate_lamp_ids: 'duplicateIds',
}
const unitWarningOf: Partial<Record<UnitWarning, (typeof unitWarningBits)[number]>> = {
  no_mains: 'noMains',
  system_inhibited: 'inhibited',
  maintenance_needed: 'maintenance',
  fewer_lamps_than_configured: 'fewerLamps',
  more_lamps_than_configured: 'moreLamps',
  clock_drift: 'clockDrift',
}
const numberIn = <Name>(names: readonly Name[], name: Name | undefined): number => {
  if (name === undefined) throw new RangeError('a logicafm has no such fault')
  return names.indexOf(name)
}
const reasonOf = (reason: ResultReason): number => resultReasons.indexOf(reason === 'unreachable' ? 'lost' : reason)

const upperHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()
const maskOf = (numbers: readonly number[]): number => numbers.reduce((bits, bit) => (bits | (1 << bit)) >>> 0, 0)
const pageOf = (addr: number): number => Math.floor((addr - 1) / lampsPerPage)
const positionOf = (addr: number): number => (addr - 1) % lampsPerPage

const kinds = { emergency: 0, lighting: 1, sensor: 2 }
const flagsOf = (lamp: VirtualLamp): number => {
  const functionNumber = functionNumbers.indexOf(lamp.kind === 'emergency' ? lamp.function : 'none')
  return (
    (lamp.serial.length === 8 ? lampFlag.longSerial : 0) |
    (functionNumber << lampFlag.functionShift) |
    lampFlag.hasParity |
    (lamp.parity === 'odd' ? lampFlag.odd : 0) |
    (kinds[lamp.kind] << lampFlag.kindShift)
  )
}

const writeLamp = ({ lamp, charge, level }: LampReading): Buffer => {
  const isUnreachable = lamp.faults.includes('communication')
  const hasBattery = lamp.kind === 'emergency' && !isUnreachable
  const bytes = Buffer.alloc(lampBytes)
  bytes.writeUInt32BE(Number.parseInt(lamp.serial, 16), lampOffset.serial)
  bytes.writeUInt8(flagsOf(lamp), lampOffset.flags)
  bytes.writeUInt8(modeNumbers.indexOf(isUnreachable ? 'lost' : lamp.activity), lampOffset.mode)
  const faults = lamp.faults.map((fault) => faultOf[fault])
  bytes.writeUIntBE(bitsOf(faultBits, faults), lampOffset.faults, 3)
  bytes.writeUInt8(hasBattery ? Math.round(charge * 100) : unknownByte, lampOffset.battery)
  bytes.writeUInt8(lamp.kind === 'sensor' || isUnreachable ? unknownByte : level, lampOffset.level)
  bytes.writeUInt8(lamp.kind === 'emergency' ? lamp.ratedMin / 15 : 0, lampOffset.rated)
  bytes.writeUInt16BE(lamp.groups, lampOffset.groups)
  bytes.writeInt8(-40 - (lamp.addr % 50), lampOffset.signal)
  bytes.writeUInt8(1 + (lamp.addr % 4), lampOffset.hops)
  bytes.writeUInt16BE(productNumberOf(lamp), lampOffset.product)
  bytes.writeUInt8(3, lampOffset.softwareMajor)
  bytes.writeUInt8(1, lampOffset.softwareMinor)
  return bytes
}

const pagesOf = (readings: readonly LampReading[]): FmPage[] => {
  const readingsByPage = Map.groupBy(readings, ({ lamp }) => pageOf(lamp.addr))
  return [...readingsByPage].map(([page, members]) => {
    const sorted = members.toSorted((a, b) => a.lamp.addr - b.lamp.addr)
    const present = Buffer.alloc(4)
    present.writeUInt32BE(maskOf(sorted.map(({ lamp }) => positionOf(lamp.addr))))
    return { p: page, m: upperHex(present), d: upperHex(Buffer.concat(sorted.map(writeLamp))) }
  })
}

const networkNumbers = { none: 0, searching: 1, complete: 2 }
const networkHex = ({ network: { state, plantCode, found, expected } }: UnitFace): string => {
  const bytes = Buffer.alloc(6)
  bytes.writeUInt8(networkNumbers[state], 0)
  bytes.writeUInt8(plantCode ?? 0, 1)
  bytes.writeUInt16BE(found, 2)
  bytes.writeUInt16BE(expected ?? unknownWord, 4)
  return upperHex(bytes)
}
const unitHex = (face: UnitFace): string => {
  const bytes = Buffer.alloc(7)
  bytes.writeUInt8(face.onBattery ? 1 : 0, 0)
  const faults = [...face.faults].map((fault) => unitFaultOf[fault])
  bytes.writeUInt32BE(bitsOf(unitFaultBits, faults), 1)
  const warnings = [...face.warnings].map((warning) => unitWarningOf[warning])
  bytes.writeUInt16BE(bitsOf(unitWarningBits, warnings), 5)
  return upperHex(bytes)
}

const testBytes = (testId: string): Buffer => Buffer.from(testId.replaceAll('-', ''), 'hex')
const uint16Bytes = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const serialBytes = (serial: string): Buffer => Buffer.from(serial.padStart(8, '0'), 'hex')
const longSerialBit = (lamp: VirtualLamp): number => (lamp.serial.length === 8 ? 1 : 0)
const placeOf = (addr: number): Buffer => Buffer.of(pageOf(addr), positionOf(addr))
const pageMasks = (addrs: readonly number[]): Buffer =>
  Buffer.concat(
    [...Map.groupBy(addrs, pageOf)].map(([page, members]) => {
      const bytes = Buffer.alloc(5)
      bytes.writeUInt8(page, 0)
      bytes.writeUInt32BE(maskOf(members.map(positionOf)), 1)
      return bytes
    }),
  )

const triggers = { user: 0, automatic: 1, local: 2 }
const outcomes = { finished: 0, stopped: 1, mainsFailure: 2 }
const results = { passed: 0, failed: 1, notExecuted: 2 }
const testNumberOf = { functional: testNumber.functional, autonomy: testNumber.duration }

/** Value of an inhibition without an end. */
const withoutEnd = 0xffff_ffff

const writeRecord = (event: UnitEvent): { kind: string; body: unknown } => {
  const record = (kind: string, ...parts: Uint8Array[]) => ({ kind, body: { x: upperHex(Buffer.concat(parts)) } })
  switch (event.kind) {
    case 'testStarted': {
      const testInfo = Buffer.of(testNumberOf[event.test], triggers[event.trigger])
      return record('TS', testBytes(event.testId), testInfo, pageMasks(event.lamps))
    }
    case 'testResult': {
      const { lamp, seconds } = event
      const info = Buffer.of(longSerialBit(lamp) | (results[event.result] << 4), reasonOf(event.reason))
      const place = placeOf(lamp.addr)
      return record(
        'TR',
        testBytes(event.testId),
        place,
        serialBytes(lamp.serial),
        info,
        uint16Bytes(seconds ?? unknownWord),
      )
    }
    case 'testEnded':
      return record('TE', testBytes(event.testId), Buffer.of(outcomes[event.outcome]))
    case 'mains':
      return { kind: event.isOn ? 'PR' : 'PF', body: {} }
    case 'lampFault': {
      const { lamp, fault, isCleared } = event
      const info = Buffer.of(longSerialBit(lamp) | (isCleared ? 0x80 : 0), numberIn(faultBits, faultOf[fault]))
      return record('LF', placeOf(lamp.addr), serialBytes(lamp.serial), info)
    }
    case 'unitFault':
      return record('UF', Buffer.of(numberIn(unitFaultBits, unitFaultOf[event.fault]), event.isCleared ? 1 : 0))
    case 'inhibited':
      return record('IS', Buffer.from((event.until ?? withoutEnd).toString(16).padStart(8, '0'), 'hex'))
    case 'inhibitionEnded':
      return record('IE', Buffer.of(inhibitionEnds.indexOf(event.reason)))
    case 'inputChanged':
      return record('IN', Buffer.of(event.input, event.isOn ? 1 : 0))
    case 'sceneRan': {
      const bytes = Buffer.alloc(26)
      bytes.write(event.scene.replaceAll('-', ''), 'hex')
      bytes.writeUInt32BE(event.version, 16)
      bytes.writeUInt32BE(event.planned ?? 0, 20)
      bytes.writeUInt8(event.input ?? 0, 24)
      bytes.writeUInt8(sceneOutcomes.indexOf(event.outcome), 25)
      return record('SC', bytes)
    }
  }
}

const uuidFrom = (bytes: Buffer): string =>
  bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const addrFrom = (bytes: Buffer): number => bytes.readUInt8(0) * lampsPerPage + bytes.readUInt8(1) + 1
const addrsFrom = (bytes: Buffer): number[] => {
  const addrs: number[] = []
  for (let offset = 0; offset < bytes.length; offset += 5) {
    const present = bytes.readUInt32BE(offset + 1)
    for (let position = 0; position < lampsPerPage; position++) {
      if (((present >>> position) & 1) === 1) addrs.push(bytes.readUInt8(offset) * lampsPerPage + position + 1)
    }
  }
  return addrs
}

type Reader = NonNullable<OrderReaders[keyof OrderReaders]>
/** Readers of the bytes after the operation code. */
const operandReaders: { [Name in keyof typeof opcode]: (operands: Buffer) => ReturnType<Reader> } = {
  enrol: (operands) => ({ name: 'enrol', windowS: operands.readUInt16BE(0) }),
  deEnrol: () => ({ name: 'deEnrol' }),
  createNetwork: (operands) => ({ name: 'createNetwork', plantCode: operands.readUInt8(0) }),
  statusQuery: () => ({ name: 'statusQuery' }),
  ftest: (operands) => ({
    name: 'ftest',
    testId: uuidFrom(operands),
    test: operands.readUInt8(16) === testNumber.functional ? 'functional' : 'autonomy',
    lamps: operands.length === 17 ? 'all' : addrsFrom(operands.subarray(17)),
  }),
  stopTest: (operands) => ({ name: 'stopTest', testId: uuidFrom(operands) }),
  identify: (operands) => ({ name: 'identify', lamp: addrFrom(operands), seconds: operands.readUInt16BE(2) }),
  stop_blink: (operands) => ({ name: 'stop_blink', lamp: addrFrom(operands) }),
  refresh: () => ({ name: 'refresh' }),
}
const reader =
  (name: keyof typeof opcode): Reader =>
  (body) => {
    const bytes = Buffer.from(commandBody.parse(body).x, 'hex')
    if (bytes[0] !== opcode[name]) throw new RangeError('operation code of another command')
    return operandReaders[name](bytes.subarray(1))
  }
const readers: OrderReaders = Object.fromEntries(namesIn(opcode).map((name) => [name, reader(name)]))

export const logicafmWire: UnitWire = {
  facts: logicafmFacts,
  hardware: {
    batteryCode: null,
    dimension: '220 × 160 × 60 mm',
    hasModem: true,
    inputs: 2,
    hasRelay: true,
    contacts: 2,
    lines: 0,
    bluetoothDevices: 0,
  },
  lampsPerMessage: 6 * lampsPerPage,
  lampsPerSearchStep: lampsPerPage,
  lampsPerTestStep: 2 * lampsPerPage,
  unitFaults: namesIn(unitFaultOf),
  unitWarnings: namesIn(unitWarningOf),
  lampFaults: namesIn(faultOf),
  writeShadow: (face) => ({
    v: '0301050C0104FFFF',
    order: 'LFM-992-EU',
    product: 'VLX4992',
    tz: upperHex(uint16Bytes(face.utcOffsetMin & 0xffff)),
    cfg: upperHex(uint16Bytes(face.lampsConfigured ?? unknownWord)),
    n: networkHex(face),
  }),
  writeState: (face, lamps): FmState => ({
    ...(face && { u: unitHex(face), n: networkHex(face) }),
    ...(lamps.length > 0 && { pg: pagesOf(lamps) }),
  }),
  writeRecord,
  readers,
}
