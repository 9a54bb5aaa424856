import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { SceneOutcome } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { sicuroFacts } from '@vigilux/device-plane/central-units/sicuro/facts.ts'
import {
  commands,
  type LampAlarm,
  type reasonWords,
  type SicuroLamp,
  type SicuroState,
  type SystemAlarm,
  type SystemWarning,
  type sceneOutcomeWords,
} from '@vigilux/device-plane/central-units/sicuro/wire.ts'
import { namesIn } from '../core/bits.ts'
import { productCodeOf } from '../core/lamp-products.ts'
import type { LampReading, OrderReaders, ResultReason, UnitEvent, UnitFace, UnitWire } from '../core/unit-wire.ts'
import { sicuroLines, sicuroSystem } from './sicuro-system.ts'

const alarmOf: Partial<Record<UnitError, SystemAlarm>> = {
  battery_low_voltage: 'A01',
  battery_not_connected: 'A02',
  battery_short: 'A03',
  battery_test_failure: 'A04',
  charger: 'A10',
  fuse: 'A11',
  isolation: 'A20',
  insulation: 'A21',
  bus: 'A30',
  modem: 'A31',
  over_voltage: 'A40',
  under_voltage: 'A41',
  over_power: 'A42',
  under_power: 'A43',
  polarity: 'A44',
  wiring: 'A45',
  overload: 'A46',
  duplicate_lamp_ids: 'A50',
  communication_ak: 'A60',
  communication_akext: 'A61',
  communication_io: 'A62',
  communication_llsa: 'A63',
  communication_lssa: 'A64',
  communication_switch_11kw: 'A65',
  communication_substation: 'A66',
}
const warningOf: Partial<Record<UnitWarning, SystemWarning>> = {
  no_mains: 'W01',
  no_phase_1: 'W02',
  no_phase_2: 'W03',
  no_phase_3: 'W04',
  system_inhibited: 'W10',
  chargers_off_by_temperature: 'W11',
  maintenance_needed: 'W12',
  fewer_lamps_than_configured: 'W20',
  more_lamps_than_configured: 'W21',
  more_than_128_lamps: 'W22',
  clock_drift: 'W30',
}
const lampAlarmOf: Partial<Record<ReportedLampError, LampAlarm>> = {
  battery_low_voltage: 'L01',
  battery_not_connected: 'L02',
  battery_short: 'L03',
  battery_test_failure: 'L04',
  battery_duration: 'L05',
  charger: 'L10',
  led_open: 'L20',
  led_short: 'L21',
  led_partial_short: 'L22',
  lamp_failure: 'L23',
  uv_tube: 'L24',
  dali: 'L30',
  communication: 'L31',
  over_voltage: 'L40',
  under_voltage: 'L41',
  over_power: 'L42',
  under_power: 'L43',
  polarity: 'L44',
  wiring: 'L45',
  overload: 'L46',
  programming: 'L50',
  duplicate_id: 'L51',
}
const reasonOf: Record<Exclude<ResultReason, 'none'>, (typeof reasonWords)[number]> = {
  lamp: 'LAMP',
  battery: 'BATTERY',
  duration: 'DURATION',
  charging: 'CHARGING',
  inhibited: 'INHIBITED',
  userStop: 'PERSON',
  mains: 'MAINS',
  unreachable: 'LOST',
}

const kinds = { emergency: 'EMERGENCY', lighting: 'LIGHT', sensor: 'SENSOR' } as const
const circuits = { maintained: 'DS', nonMaintained: 'BS', switchable: 'SDS' } as const
const states = {
  normal: 'MAINS',
  emergency: 'BATTERY',
  inhibited: 'INHIBITED',
  functionTest: 'FTEST',
  durationTest: 'DTEST',
} as const
const groupsOf = (bits: number): number[] =>
  Array.from({ length: 16 }, (_, at) => at + 1).filter((group) => (bits & (1 << (group - 1))) !== 0)

const writeLamp = ({ lamp, charge, level }: LampReading): SicuroLamp => {
  const isUnreachable = lamp.faults.includes('communication')
  const isEmergency = lamp.kind === 'emergency'
  return {
    n: lamp.addr,
    serial: lamp.serial,
    kind: kinds[lamp.kind],
    circuit: isEmergency ? circuits[lamp.function] : null,
    state: isUnreachable ? 'LOST' : states[lamp.activity],
    alarms: lamp.faults.flatMap((fault) => lampAlarmOf[fault] ?? []),
    battery: isEmergency && !isUnreachable ? Math.round(charge * 100) : null,
    level: lamp.kind === 'sensor' || isUnreachable ? null : level,
    groups: groupsOf(lamp.groups),
    side: lamp.parity === 'odd' ? 'ODD' : 'EVEN',
    rated: isEmergency ? lamp.ratedMin : null,
    article: productCodeOf(lamp),
    software: '4.0',
  }
}

const searchStates = { none: 'NONE', searching: 'RUNNING', complete: 'READY' } as const
const searchOf = ({ network: { state, found, expected } }: UnitFace) => ({
  state: searchStates[state],
  found,
  of: expected,
})
const systemOf = (face: UnitFace): NonNullable<SicuroState['system']> => ({
  source: face.onBattery ? 'BATTERY' : 'MAINS',
  alarms: [...face.faults].flatMap((fault) => alarmOf[fault] ?? []),
  warnings: [...face.warnings].flatMap((warning) => warningOf[warning] ?? []),
  search: searchOf(face),
})

const starters = { user: 'PERSON', automatic: 'SYSTEM', local: 'PANEL' }
const results = { passed: 'OK', failed: 'NOK', notExecuted: 'OUT' }
const outcomes = { finished: 'COMPLETE', stopped: 'STOPPED', mainsFailure: 'MAINS_FAILURE' }
const testKinds = { functional: 'FUNCTION', autonomy: 'DURATION' }

const inhibitionEndNames = { time: 'TIMER', command: 'COMMAND', restart: 'RESTART', switch: 'SWITCH' } as const
const sceneOutcomeNames: Record<SceneOutcome, (typeof sceneOutcomeWords)[number]> = {
  set: 'SET',
  noLamps: 'NO_LAMPS',
  missed: 'MISSED',
}

const writeRecord = (event: UnitEvent): { kind: string; body: unknown } => {
  switch (event.kind) {
    case 'testStarted': {
      const { testId, test, trigger, lamps } = event
      return { kind: 'TEST_BEGIN', body: { test: testId, kind: testKinds[test], by: starters[trigger], lamps } }
    }
    case 'testResult': {
      const { testId, lamp, seconds } = event
      const reason = event.reason === 'none' ? null : reasonOf[event.reason]
      const outcome = { result: results[event.result], reason, seconds }
      return { kind: 'TEST_LAMP', body: { test: testId, n: lamp.addr, serial: lamp.serial, ...outcome } }
    }
    case 'testEnded':
      return { kind: 'TEST_END', body: { test: event.testId, outcome: outcomes[event.outcome] } }
    case 'mains':
      return { kind: 'MAINS', body: { present: event.isOn } }
    case 'lampFault': {
      const { lamp, fault, isCleared } = event
      const alarm = lampAlarmOf[fault]
      return { kind: 'LAMP_ALARM', body: { n: lamp.addr, serial: lamp.serial, alarm, gone: isCleared } }
    }
    case 'unitFault':
      return { kind: 'SYSTEM_ALARM', body: { alarm: alarmOf[event.fault], gone: event.isCleared } }
    case 'inhibited':
      return { kind: 'INHIBITED', body: { until: event.until } }
    case 'inhibitionEnded':
      return { kind: 'ALLOWED', body: { by: inhibitionEndNames[event.reason] } }
    case 'inputChanged':
      return { kind: 'INPUT', body: { n: event.input, closed: event.isOn } }
    case 'sceneRan': {
      const { scene, version, planned, input, outcome } = event
      return { kind: 'SCENE', body: { scene, version, minute: planned, input, outcome: sceneOutcomeNames[outcome] } }
    }
  }
}

const readers: OrderReaders = {
  enrol: (body) => ({ name: 'enrol', windowS: commands.enrol.parse(body).window }),
  deEnrol: (body) => {
    commands.deEnrol.parse(body)
    return { name: 'deEnrol' }
  },
  createNetwork: (body) => {
    commands.createNetwork.parse(body)
    return { name: 'createNetwork', plantCode: null }
  },
  statusQuery: (body) => {
    commands.statusQuery.parse(body)
    return { name: 'statusQuery' }
  },
  ftest: (body) => {
    const { test, kind, lamps } = commands.ftest.parse(body)
    return { name: 'ftest', testId: test, test: kind === 'FUNCTION' ? 'functional' : 'autonomy', lamps: lamps ?? 'all' }
  },
  stopTest: (body) => ({ name: 'stopTest', testId: commands.stopTest.parse(body).test }),
  identify: (body) => {
    const { n, seconds } = commands.identify.parse(body)
    return { name: 'identify', lamp: n, seconds }
  },
  stop_blink: (body) => ({ name: 'stop_blink', lamp: commands.stop_blink.parse(body).n }),
  refresh: (body) => {
    commands.refresh.parse(body)
    return { name: 'refresh' }
  },
}

export const sicuroWire: UnitWire = {
  facts: sicuroFacts,
  hardware: {
    batteryCode: 'OGi 18 × 12V 55Ah',
    dimension: '600 × 400 × 1800 mm',
    hasModem: true,
    inputs: 8,
    hasRelay: true,
    contacts: 8,
    lines: sicuroLines,
    bluetoothDevices: 0,
    substations: 1,
    system: sicuroSystem,
  },
  lampsPerMessage: 128,
  lampsPerSearchStep: 8,
  lampsPerTestStep: 32,
  unitFaults: namesIn(alarmOf),
  unitWarnings: namesIn(warningOf),
  lampFaults: namesIn(lampAlarmOf),
  writeShadow: (face) => ({
    system: { panel: '6.1', controller: '4.22', cloud: '1.3', port: '1.0' },
    article: 'SIC-128-EU',
    product: 'VLX5128',
    zone: face.utcOffsetMin,
    configured: face.lampsConfigured,
    search: searchOf(face),
  }),
  writeState: (face, lamps): SicuroState => ({
    ...(face && { system: systemOf(face) }),
    ...(lamps.length > 0 && { lamps: lamps.map(writeLamp) }),
  }),
  writeRecord,
  readers,
}
