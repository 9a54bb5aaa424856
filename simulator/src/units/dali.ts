import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import { gearAt, gearsPerLine, maxBusLines } from '@vigilux/contract/features/central-units/gear-address.rules.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LampDetail } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { daliFacts } from '@vigilux/device-plane/central-units/dali/facts.ts'
import {
  commands,
  type DaliTestResult,
  faultDetailBits,
  missingResultCauses,
  unitFaultBits,
  unitWarningBits,
} from '@vigilux/device-plane/central-units/dali/wire.ts'
import { durationStepS, emergencyStatusBit, failureStatusBits } from '@vigilux/device-plane/emergency-gear.wire.ts'
import { bitsOf } from '../core/bits.ts'
import type { VirtualLamp } from '../core/lamp.ts'
import type { ResultReason, SystemReading, UnitEvent, UnitWire } from '../core/unit-wire.ts'
import { gearTestLetters, gearUnitWire } from './gear-unit.ts'

const detailOf: Partial<Record<ReportedLampError, (typeof faultDetailBits)[number]>> = {
  dali: 'gear',
  communication: 'communication',
  duplicate_id: 'duplicateAddress',
  programming: 'programming',
  led_open: 'ledOpen',
  led_short: 'ledShort',
  over_voltage: 'overVoltage',
  under_voltage: 'underVoltage',
  overload: 'overload',
}
const unitFaultOf: Partial<Record<UnitError, (typeof unitFaultBits)[number]>> = {
  bus: 'bus',
  dali: 'dali',
  duplicate_lamp_ids: 'duplicateLampIds',
}
const unitWarningOf: Partial<Record<UnitWarning, (typeof unitWarningBits)[number]>> = {
  system_inhibited: 'inhibited',
  maintenance_needed: 'maintenance',
  fewer_lamps_than_configured: 'fewerLamps',
  more_lamps_than_configured: 'moreLamps',
}

const causeOf: Partial<Record<ResultReason, (typeof missingResultCauses)[number]>> = {
  charging: 'charging',
  inhibited: 'inhibited',
  userStop: 'userStop',
  mains: 'mains',
  unreachable: 'unreachable',
}
const failedBits: Partial<Record<ResultReason, (typeof failureStatusBits)[number]>> = {
  lamp: 'lamp',
  battery: 'battery',
  duration: 'batteryDuration',
}

/** Bytes in the gear after a test. */
const writeResult = ({
  testId,
  test,
  lamp,
  result,
  reason,
  seconds,
}: Extract<UnitEvent, { kind: 'testResult' }>): DaliTestResult => {
  const place = [testId, gearTestLetters[test], lamp.addr, lamp.serial] as const
  if (result === 'notExecuted') return [...place, missingResultCauses.indexOf(causeOf[reason] ?? 'noResult'), null]
  const isFunctional = test === 'functional'
  const done = isFunctional ? emergencyStatusBit.functionResultValid : emergencyStatusBit.durationResultValid
  const failed = isFunctional ? 'functionTestFailed' : 'durationTestFailed'
  const failure = result === 'failed' ? bitsOf(failureStatusBits, [failed, failedBits[reason]]) : 0
  const duration = isFunctional || seconds === null ? null : Math.min(255, Math.floor(seconds / durationStepS))
  return [...place, 0, [done, failure, duration]]
}

/** Four queries of a gear on a half-used bus. */
const secondsPerGear = 0.65

/** Lines with the lamps on them. */
const linesOf = ({ lamps }: SystemReading): UnitDetail['lines'] =>
  Array.from({ length: maxBusLines }, (_, at) => {
    const number = at + 1
    const known = lamps.filter(({ addr }) => gearAt(addr).line === number)
    const answering = known.filter(({ faults }) => !faults.includes('communication')).length
    return {
      number,
      state: known.length === 0 ? 'off' : answering < known.length ? 'warning' : 'ok',
      lamps: known.length,
      voltage: null,
      current: null,
      insulation: null,
      bus: {
        powered: true,
        since: null,
        answering,
        load: known.length === 0 ? 0 : 20 + Math.round((known.length / gearsPerLine) * 40),
        roundS: known.length === 0 ? null : Math.ceil(known.length * secondsPerGear),
      },
    }
  })
const gearOf = (lamp: VirtualLamp): Pick<LampDetail, 'gear' | 'line'> => {
  const { line, shortAddress } = gearAt(lamp.addr)
  const isEmergency = lamp.kind === 'emergency'
  return {
    line,
    gear: {
      shortAddress,
      pairedWith: null,
      gtin: `40${String(lamp.product).padStart(11, '0')}`,
      identification: lamp.serial,
      recognisable: true,
      edition: isEmergency ? 2 : null,
      deviceTypes: [isEmergency ? 1 : 6],
      pending: { functional: null, autonomy: null },
      ownTests: isEmergency ? { functionalDays: 0, autonomyWeeks: 0, timeoutDays: 7, ...lamp.ownTests } : null,
      readAt: null,
    },
  }
}

export const daliWire: UnitWire = {
  facts: daliFacts,
  hardware: {
    batteryCode: null,
    dimension: null,
    hasModem: false,
    inputs: 4,
    hasRelay: false,
    contacts: 0,
    lines: maxBusLines,
    bluetoothDevices: 0,
    system: (unit) => ({
      lines: linesOf(unit),
      busGateway: { address: '192.0.2.20', name: 'DALI-2 gateway', connected: true, since: null },
    }),
    gear: gearOf,
  },
  ...gearUnitWire({
    type: 'dali',
    detailBits: faultDetailBits,
    unitFaultBits,
    unitWarningBits,
    detailOf,
    unitFaultOf,
    unitWarningOf,
    commands,
    versions: ['1.0.0', '1.5.2', '1.0'],
    codes: ['BRG-256-EU', 'VLX4256'],
    writeResult,
    readTest: (body) => {
      const { t, k, a } = commands.ftest.parse(body)
      return { testId: t, letter: k, lamps: a === '*' ? 'all' : a }
    },
  }),
}
