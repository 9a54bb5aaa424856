import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import { logicaFacts } from '@vigilux/device-plane/central-units/logica/facts.ts'
import {
  address,
  commands,
  faultDetailBits,
  resultReasons,
  unitFaultBits,
  unitWarningBits,
} from '@vigilux/device-plane/central-units/logica/wire.ts'
import type { UnitWire } from '../core/unit-wire.ts'
import { gearUnitWire } from './gear-unit.ts'

const detailOf: Partial<Record<ReportedLampError, (typeof faultDetailBits)[number]>> = {
  battery_not_connected: 'batteryNotConnected',
  battery_short: 'batteryShort',
  led_open: 'ledOpen',
  led_short: 'ledShort',
  led_partial_short: 'ledPartialShort',
  dali: 'busFault',
  communication: 'communication',
  over_voltage: 'overVoltage',
  under_voltage: 'underVoltage',
  over_power: 'overPower',
  under_power: 'underPower',
  polarity: 'polarity',
  programming: 'programming',
  duplicate_id: 'duplicateAddress',
  wiring: 'wiring',
  overload: 'overload',
}
const unitFaultOf: Partial<Record<UnitError, (typeof unitFaultBits)[number]>> = {
  battery_low_voltage: 'batteryLowVoltage',
  battery_not_connected: 'batteryNotConnected',
  battery_short: 'batteryShort',
  battery_test_failure: 'batteryTestFailure',
  charger: 'charger',
  fuse: 'fuse',
  isolation: 'isolation',
  bus: 'bus',
  dali: 'dali',
  over_voltage: 'overVoltage',
  under_voltage: 'underVoltage',
  overload: 'overload',
  wiring: 'wiring',
  duplicate_lamp_ids: 'duplicateLampIds',
}
const unitWarningOf: Partial<Record<UnitWarning, (typeof unitWarningBits)[number]>> = {
  no_mains: 'noMains',
  no_phase_1: 'noPhase1',
  no_phase_2: 'noPhase2',
  no_phase_3: 'noPhase3',
  system_inhibited: 'inhibited',
  chargers_off_by_temperature: 'chargersOff',
  maintenance_needed: 'maintenance',
  fewer_lamps_than_configured: 'fewerLamps',
  more_lamps_than_configured: 'moreLamps',
  more_than_128_lamps: 'moreThan128',
}

const results = { passed: 0, failed: 1, notExecuted: 2 }

/** Addresses in 32 hex digits, the first in the highest bit. */
const addressesIn = (hex: string): number[] =>
  [...hex].flatMap((digit, index) => {
    const bits = Number.parseInt(digit, 16)
    return [8, 4, 2, 1].flatMap((bit, at) => ((bits & bit) !== 0 ? [address.parse(index * 4 + at + 1)] : []))
  })

export const logicaWire: UnitWire = {
  facts: logicaFacts,
  hardware: {
    batteryCode: null,
    dimension: '19" 3U',
    hasModem: true,
    inputs: 4,
    hasRelay: true,
    contacts: 4,
    lines: 2,
    bluetoothDevices: 0,
  },
  ...gearUnitWire({
    type: 'logica',
    detailBits: faultDetailBits,
    unitFaultBits,
    unitWarningBits,
    detailOf,
    unitFaultOf,
    unitWarningOf,
    commands,
    versions: ['2.4', '5.12', '1.3', null],
    codes: ['LGC-128-EU', 'VLX4128'],
    writeResult: ({ testId, lamp, result, reason, seconds }) => [
      testId,
      lamp.addr,
      lamp.serial,
      results[result],
      resultReasons.indexOf(reason),
      seconds,
    ],
    readTest: (body) => {
      const { t, k, a } = commands.ftest.parse(body)
      return { testId: t, letter: k, lamps: a === '*' ? 'all' : addressesIn(a) }
    },
  }),
}
