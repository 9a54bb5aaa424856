import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { InhibitionEnd } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import type { SceneOutcome } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { cablecomFacts } from '@vigilux/device-plane/central-units/cablecom/facts.ts'
import {
  type CablecomState,
  commandPatterns,
  commands,
  lampFaultBits,
  resultReasons,
  unitFaultBits,
  unitWarningBits,
} from '@vigilux/device-plane/central-units/cablecom/wire.ts'
import { bitsOf, namesIn } from '../core/bits.ts'
import { productCodeOf } from '../core/lamp-products.ts'
import type { LampReading, OrderReaders, UnitEvent, UnitFace, UnitWire } from '../core/unit-wire.ts'

const faultOf: Partial<Record<ReportedLampError, (typeof lampFaultBits)[number]>> = {
  battery_low_voltage: 'batteryLow',
  battery_not_connected: 'batteryOff',
  battery_short: 'batteryShort',
  battery_test_failure: 'batteryTest',
  battery_duration: 'batteryTime',
  charger: 'charger',
  led_open: 'ledOpen',
  led_short: 'ledShort',
  led_partial_short: 'ledPart',
  lamp_failure: 'lamp',
  dali: 'dali',
  communication: 'cable',
  over_voltage: 'voltageHigh',
  under_voltage: 'voltageLow',
  over_power: 'powerHigh',
  under_power: 'powerLow',
  uv_tube: 'uvTube',
  polarity: 'polarity',
  programming: 'program',
  duplicate_id: 'twice',
  wiring: 'wiring',
  overload: 'overload',
}
const unitFaultOf: Partial<Record<UnitError, (typeof unitFaultBits)[number]>> = {
  battery_low_voltage: 'batteryLow',
  battery_not_connected: 'batteryOff',
  battery_short: 'batteryShort',
  battery_test_failure: 'batteryTest',
  charger: 'charger',
  fuse: 'fuse',
  insulation: 'insulation',
  bus: 'bus',
  over_voltage: 'voltageHigh',
  under_voltage: 'voltageLow',
  over_power: 'powerHigh',
  under_power: 'powerLow',
  polarity: 'polarity',
  wiring: 'wiring',
  overload: 'overload',
  duplicate_lamp_ids: 'twice',
}
const unitWarningOf: Partial<Record<UnitWarning, (typeof unitWarningBits)[number]>> = {
  no_mains: 'noMains',
  no_phase_1: 'noPhase1',
  no_phase_2: 'noPhase2',
  no_phase_3: 'noPhase3',
  system_inhibited: 'inhibited',
  chargers_off_by_temperature: 'chargersOff',
  maintenance_needed: 'maintenance',
  more_than_32_lamps: 'moreThan32',
  fewer_lamps_than_configured: 'fewer',
  more_lamps_than_configured: 'more',
  clock_drift: 'clock',
}

const kinds = { emergency: 'E', lighting: 'L', sensor: 'S' }
const functions = { maintained: 'M', nonMaintained: 'N', switchable: 'S' }
const modes = { normal: 'n', emergency: 'e', inhibited: 'i', functionTest: 'f', durationTest: 'a' }
const triggers = { user: 'u', automatic: 'a', local: 'l' }
const results = { passed: 'P', failed: 'F', notExecuted: 'N' }
const outcomes = { finished: 'f', stopped: 's', mainsFailure: 'm' }
const networkNumbers = { none: 0, searching: 1, complete: 2 }

const hexOf = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0')

const lineOfLamp = ({ lamp, charge, level }: LampReading): string => {
  const isUnreachable = lamp.faults.includes('communication')
  const hasBattery = lamp.kind === 'emergency'
  const faults = bitsOf(
    lampFaultBits,
    lamp.faults.map((fault) => faultOf[fault]),
  )
  return [
    `L${lamp.addr}`,
    lamp.serial,
    `${kinds[lamp.kind]}${hasBattery ? functions[lamp.function] : '-'}`,
    isUnreachable ? 'x' : modes[lamp.activity],
    `f${hexOf(faults, 6)}`,
    `b${hasBattery && !isUnreachable ? Math.round(charge * 100) : '-'}`,
    `l${lamp.kind === 'sensor' || isUnreachable ? '-' : level}`,
    `g${hexOf(lamp.groups, 4)}`,
    lamp.parity === 'odd' ? 'o' : 'e',
    `r${hasBattery ? lamp.ratedMin : '-'}`,
    productCodeOf(lamp),
    '1.1',
  ].join(' ')
}

const networkOf = ({ network: { state, found, expected } }: UnitFace): string =>
  `n${networkNumbers[state]},${found},${expected ?? '-'}`

const lineOfUnit = (face: UnitFace): string => {
  const faults = [...face.faults].map((fault) => unitFaultOf[fault])
  const warnings = [...face.warnings].map((warning) => unitWarningOf[warning])
  const fields = `f${hexOf(bitsOf(unitFaultBits, faults), 4)} w${hexOf(bitsOf(unitWarningBits, warnings), 3)}`
  return `U${face.onBattery ? 1 : 0} ${fields} ${networkOf(face)}`
}

const unitFaultNumber = (fault: UnitError): number => {
  const bit = unitFaultOf[fault]
  if (!bit) throw new RangeError(`a cablecom has no ${fault}`)
  return unitFaultBits.indexOf(bit)
}

const endLetters: Record<InhibitionEnd, string> = { time: 't', command: 'c', restart: 'r', switch: 's' }
const sceneLetters: Record<SceneOutcome, string> = { set: 's', noLamps: 'n', missed: 'm' }

const lineOfRun = ({ scene, version, planned, input, outcome }: UnitEvent & { kind: 'sceneRan' }): string =>
  `${scene} ${version} ${planned === null ? `i${input}` : `c${planned}`} ${sceneLetters[outcome]}`

const bitOf = (fault: ReportedLampError): number => {
  const faultBit = faultOf[fault]
  return faultBit ? lampFaultBits.indexOf(faultBit) : -1
}

const lineOfEvent = (event: UnitEvent): [kind: string, line: string] => {
  switch (event.kind) {
    case 'testStarted': {
      const lamps = event.lamps.length > 0 ? event.lamps.join(',') : '-'
      const letter = event.test === 'functional' ? 'F' : 'A'
      return ['begin', `${event.testId} ${letter} ${triggers[event.trigger]} ${lamps}`]
    }
    case 'testResult': {
      const { testId, lamp, result, reason, seconds } = event
      const place = `${testId} ${lamp.addr} ${lamp.serial}`
      return ['result', `${place} ${results[result]} ${resultReasons.indexOf(reason)} ${seconds ?? '-'}`]
    }
    case 'testEnded':
      return ['end', `${event.testId} ${outcomes[event.outcome]}`]
    case 'mains':
      return ['mains', event.isOn ? '1' : '0']
    case 'lampFault': {
      const { lamp, fault, isCleared } = event
      return ['lamp', `${lamp.addr} ${lamp.serial} ${bitOf(fault)} ${isCleared ? '-' : '+'}`]
    }
    case 'unitFault':
      return ['unit', `${unitFaultNumber(event.fault)} ${event.isCleared ? '-' : '+'}`]
    case 'inhibited':
      return ['inhibit', String(event.until ?? '-')]
    case 'inhibitionEnded':
      return ['allow', endLetters[event.reason]]
    case 'inputChanged':
      return ['input', `${event.input} ${event.isOn ? '1' : '0'}`]
    case 'sceneRan':
      return ['scene', lineOfRun(event)]
  }
}

/** Words of a command's line, by the group names of its pattern. */
const fieldsOf = (name: keyof typeof commands, body: unknown): Record<string, string> =>
  commandPatterns[name].exec(commands[name].parse(body).line)?.groups ?? {}

const readers: OrderReaders = {
  enrol: (body) => ({ name: 'enrol', windowS: Number(fieldsOf('enrol', body).seconds) }),
  deEnrol: (body) => ({ name: 'deEnrol', ...fieldsOf('deEnrol', body) }),
  createNetwork: (body) => ({ name: 'createNetwork', plantCode: null, ...fieldsOf('createNetwork', body) }),
  statusQuery: (body) => ({ name: 'statusQuery', ...fieldsOf('statusQuery', body) }),
  ftest: (body) => {
    const { kind, test = '', lamps = '' } = fieldsOf('ftest', body)
    return {
      name: 'ftest',
      testId: test,
      test: kind === 'F' ? 'functional' : 'autonomy',
      lamps: lamps === 'ALL' ? 'all' : lamps.split(',').map(Number),
    }
  },
  stopTest: (body) => ({ name: 'stopTest', testId: fieldsOf('stopTest', body).test ?? '' }),
  identify: (body) => {
    const { addr, seconds } = fieldsOf('identify', body)
    return { name: 'identify', lamp: Number(addr), seconds: Number(seconds) }
  },
  stop_blink: (body) => ({ name: 'stop_blink', lamp: Number(fieldsOf('stop_blink', body).addr) }),
  refresh: (body) => ({ name: 'refresh', ...fieldsOf('refresh', body) }),
}

export const cablecomWire: UnitWire = {
  facts: cablecomFacts,
  hardware: {
    batteryCode: 'NiMH 4.8V 2.2Ah',
    dimension: '8 modules DIN',
    hasModem: false,
    inputs: 2,
    hasRelay: true,
    contacts: 2,
    lines: 1,
    bluetoothDevices: 0,
  },
  lampsPerMessage: 32,
  lampsPerSearchStep: 2,
  lampsPerTestStep: 8,
  unitFaults: namesIn(unitFaultOf),
  unitWarnings: namesIn(unitWarningOf),
  lampFaults: namesIn(faultOf),
  writeShadow: (face) => {
    const offset = `${face.utcOffsetMin < 0 ? '-' : '+'}${Math.abs(face.utcOffsetMin)}`
    const configured = face.lampsConfigured ?? '-'
    return { line: `v=1.9/3.02/1.1/- o=CBC-32-EU p=VLX4032 z=${offset} c=${configured} ${networkOf(face)}` }
  },
  writeState: (face, lamps): CablecomState => ({
    ...(face && { unit: lineOfUnit(face) }),
    ...(lamps.length > 0 && { lamps: lamps.map(lineOfLamp) }),
  }),
  writeRecord: (event) => {
    const [kind, line] = lineOfEvent(event)
    return { kind, body: { line } }
  },
  readers,
}
