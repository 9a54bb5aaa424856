import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import { gatewayFacts } from '@vigilux/device-plane/central-units/gateway/facts.ts'
import {
  commands,
  type GatewayLamp,
  type GatewayState,
  type lampFaults,
  type reasons,
  type unitFaults,
  type unitWarnings,
} from '@vigilux/device-plane/central-units/gateway/wire.ts'
import { namesIn } from '../core/bits.ts'
import { productCodeOf } from '../core/lamp-products.ts'
import type { LampReading, OrderReaders, ResultReason, UnitEvent, UnitFace, UnitWire } from '../core/unit-wire.ts'

const unitFaultOf: Partial<Record<UnitError, (typeof unitFaults)[number]>> = {
  battery_low_voltage: 'battery-low',
  battery_not_connected: 'battery-missing',
  battery_short: 'battery-short',
  battery_test_failure: 'battery-test',
  charger: 'charger',
  fuse: 'fuse',
  uart_1: 'uart-1',
  uart_2: 'uart-2',
  uart_3: 'uart-3',
  uart_4: 'uart-4',
  uart_5: 'uart-5',
  uart_6: 'uart-6',
  uart_7: 'uart-7',
  modem: 'modem',
  wiring: 'wiring',
  duplicate_lamp_ids: 'duplicate-ids',
}
const unitWarningOf: Partial<Record<UnitWarning, (typeof unitWarnings)[number]>> = {
  no_mains: 'no-mains',
  system_inhibited: 'inhibited',
  maintenance_needed: 'maintenance',
  fewer_lamps_than_configured: 'fewer-lamps',
  more_lamps_than_configured: 'more-lamps',
  more_than_128_lamps: 'more-than-128',
  clock_drift: 'clock',
}
const lampFaultOf: Partial<Record<ReportedLampError, (typeof lampFaults)[number]>> = {
  battery_low_voltage: 'battery-low',
  battery_not_connected: 'battery-missing',
  battery_short: 'battery-short',
  battery_test_failure: 'battery-test',
  battery_duration: 'battery-duration',
  charger: 'charger',
  led_open: 'led-open',
  led_short: 'led-short',
  led_partial_short: 'led-partial',
  lamp_failure: 'lamp',
  dali: 'dali',
  communication: 'no-answer',
  over_voltage: 'over-voltage',
  under_voltage: 'under-voltage',
  over_power: 'over-power',
  under_power: 'under-power',
  uv_tube: 'uv-tube',
  polarity: 'polarity',
  programming: 'programming',
  duplicate_id: 'duplicate-id',
  wiring: 'wiring',
  overload: 'overload',
}
const reasonOf: Record<Exclude<ResultReason, 'none'>, (typeof reasons)[number]> = {
  lamp: 'lamp',
  battery: 'battery',
  duration: 'duration',
  charging: 'charging',
  inhibited: 'inhibited',
  userStop: 'stopped',
  mains: 'mains',
  unreachable: 'gone',
}

const kinds = { emergency: 'emergency', lighting: 'light', sensor: 'sensor' } as const
const functions = { maintained: 'm', nonMaintained: 'nm', switchable: 'sw' } as const
const modes = {
  normal: 'idle',
  emergency: 'battery',
  inhibited: 'inhibited',
  functionTest: 'test-f',
  durationTest: 'test-a',
} as const

const writeLamp = ({ lamp, charge, level }: LampReading): GatewayLamp => {
  const isUnreachable = lamp.faults.includes('communication')
  const isEmergency = lamp.kind === 'emergency'
  return {
    id: lamp.serial,
    kind: kinds[lamp.kind],
    mode: isUnreachable ? 'gone' : modes[lamp.activity],
    ...(isEmergency && { fn: functions[lamp.function], rated: lamp.ratedMin }),
    ...(isEmergency && !isUnreachable && { bat: Math.round(charge * 100) }),
    ...(lamp.kind !== 'sensor' && !isUnreachable && { dim: level }),
    ...(lamp.faults.length > 0 && { faults: lamp.faults.flatMap((fault) => lampFaultOf[fault] ?? []) }),
    groups: Array.from({ length: 16 }, (_, at) => at + 1).filter((group) => ((lamp.groups >>> (group - 1)) & 1) === 1),
    odd: lamp.parity === 'odd',
    product: productCodeOf(lamp),
    sw: '2.2',
  }
}

const searchStates = { none: 'none', searching: 'busy', complete: 'done' } as const
const searchOf = ({ network }: UnitFace): NonNullable<NonNullable<GatewayState['self']>['search']> => [
  searchStates[network.state],
  network.found,
  network.expected,
]
const writeSelf = (face: UnitFace): NonNullable<GatewayState['self']> => ({
  battery: face.onBattery,
  faults: [...face.faults].flatMap((fault) => unitFaultOf[fault] ?? []),
  warnings: [...face.warnings].flatMap((warning) => unitWarningOf[warning] ?? []),
  search: searchOf(face),
})

const starters = { user: 'cloud', automatic: 'self', local: 'keys' }
const results = { passed: 'ok', failed: 'failed', notExecuted: 'skipped' }
const outcomes = { finished: 'finished', stopped: 'stopped', mainsFailure: 'mains' }

const writeRecord = (event: UnitEvent): { kind: string; body: unknown } => {
  switch (event.kind) {
    case 'testStarted': {
      const { testId, test, trigger, lamps } = event
      const kind = test === 'functional' ? 'f' : 'a'
      return { kind: 'test-begun', body: { t: testId, kind, by: starters[trigger], lamps } }
    }
    case 'testResult': {
      const { testId, lamp, result, reason, seconds } = event
      const reasonPart = reason === 'none' ? {} : { why: reasonOf[reason] }
      const s = seconds === null ? {} : { s: seconds }
      return {
        kind: 'test-lamp',
        body: { t: testId, at: lamp.addr, id: lamp.serial, result: results[result], ...reasonPart, ...s },
      }
    }
    case 'testEnded':
      return { kind: 'test-over', body: { t: event.testId, how: outcomes[event.outcome] } }
    case 'mains':
      return { kind: event.isOn ? 'mains-back' : 'mains-lost', body: {} }
    case 'lampFault': {
      const { lamp, fault, isCleared } = event
      return {
        kind: 'lamp-fault',
        body: { at: lamp.addr, id: lamp.serial, fault: lampFaultOf[fault], over: isCleared },
      }
    }
    case 'unitFault':
      return { kind: 'fault', body: { fault: unitFaultOf[event.fault], over: event.isCleared } }
    case 'inputChanged':
    case 'inhibited':
    case 'inhibitionEnded':
    case 'sceneRan':
      throw new RangeError('a gateway tells of no light')
  }
}

const readers: OrderReaders = {
  enrol: (body) => ({ name: 'enrol', windowS: commands.enrol.parse(body).seconds }),
  deEnrol: (body) => ({ name: 'deEnrol', ...commands.deEnrol.parse(body) }),
  createNetwork: (body) => ({ name: 'createNetwork', plantCode: null, ...commands.createNetwork.parse(body) }),
  statusQuery: (body) => ({ name: 'statusQuery', ...commands.statusQuery.parse(body) }),
  ftest: (body) => {
    const { t, kind, lamps } = commands.ftest.parse(body)
    return { name: 'ftest', testId: t, test: kind === 'f' ? 'functional' : 'autonomy', lamps }
  },
  stopTest: (body) => ({ name: 'stopTest', testId: commands.stopTest.parse(body).t }),
  identify: (body) => {
    const { at, seconds } = commands.identify.parse(body)
    return { name: 'identify', lamp: at, seconds }
  },
  stop_blink: (body) => ({ name: 'stop_blink', lamp: commands.stop_blink.parse(body).at }),
  refresh: (body) => ({ name: 'refresh', ...commands.refresh.parse(body) }),
}

export const gatewayWire: UnitWire = {
  facts: gatewayFacts,
  hardware: {
    batteryCode: null,
    dimension: '120 × 80 × 30 mm',
    hasModem: true,
    inputs: 1,
    hasRelay: true,
    contacts: 2,
    lines: 0,
    bluetoothDevices: 24,
  },
  lampsPerMessage: 64,
  lampsPerSearchStep: 4,
  lampsPerTestStep: 16,
  unitFaults: namesIn(unitFaultOf),
  unitWarnings: namesIn(unitWarningOf),
  lampFaults: namesIn(lampFaultOf),
  writeShadow: (face) => ({
    sw: ['1.2', '2.8', '1.3', '1.0'],
    order: 'GW-BLE-EU',
    product: 'VLX6001',
    utc: face.utcOffsetMin,
    lamps: face.lampsConfigured,
    search: searchOf(face),
  }),
  writeState: (face, lamps): GatewayState => ({
    ...(face && { self: writeSelf(face) }),
    ...(lamps.length > 0 && {
      lamps: Object.fromEntries(lamps.map((reading) => [reading.lamp.addr, writeLamp(reading)])),
    }),
  }),
  writeRecord,
  readers,
}
