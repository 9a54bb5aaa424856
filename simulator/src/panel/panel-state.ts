import type { DisplayPage } from '../core/keypad.ts'
import type { LampKind } from '../core/lamp.ts'
import { shownLevel } from '../core/light.ts'
import type { VirtualUnit } from '../core/virtual-unit.ts'

export type Led = 'off' | 'on' | 'blink'
export type PanelLamp = {
  addr: number
  serial: string
  kind: LampKind
  activity: string
  faults: readonly string[]
  isBlinking: boolean
  /** Percent, as it shines now. */
  level: number
}
/** What a person in front of the unit sees. */
export type PanelState = {
  unit: string
  type: string
  serial: string
  isConnected: boolean
  enrolment: string
  enrolmentKeys: readonly string[]
  isOnBattery: boolean
  display: readonly [string, string, string]
  leds: { ready: Led; emergency: Led; failure: Led }
  lampsAttached: number
  lamps: readonly PanelLamp[]
  test: { test: string; total: number; left: number } | null
  network: { state: string; found: number; expected: number | null }
  fault: unknown
  unitFaults: readonly string[]
  warnings: readonly string[]
  /** Keys that were pressed last, at the unit or from afar, and the page to which they turned the display. */
  lastKeys: readonly string[]
  page: string
  name: string | null
  clockOffsetS: number
  /** A batch of group words is open. */
  isBatchOpen: boolean
  emergencyForced: boolean
  configurationMode: number
  unlisted: readonly string[]
  bluetooth: readonly { mac: string; serial: string; kind: string; inSight: boolean }[]
  /** Inputs on its terminals, from 1; none where its type tells of none. */
  inputs: readonly { number: number; on: boolean }[]
  /** Levels are held for a time. */
  isHeld: boolean
  waitingRecords: number
}

const clock = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

const displayOf = (unit: VirtualUnit, now: number): PanelState['display'] => {
  const { enrolment, search } = unit
  if (enrolment.isAsking) {
    return [
      'CLOUD ENROLMENT',
      `PRESS ${unit.wire.facts.enrolmentKeys.join(' + ')}`,
      clock(enrolment.windowEndsAt - now),
    ]
  }
  if (enrolment.state === 'boundElsewhere') return ['ALREADY REGISTERED', 'HOLD ALL FOUR KEYS', 'TO RESET']
  if (enrolment.state === 'factory')
    return ['NOT REGISTERED', `${unit.lamps.length} LAMPS ATTACHED`, 'WAITING FOR CLOUD']
  if (unit.isOnBattery) return ['EMERGENCY', 'MAINS FAILED', `${search.network.found} LAMPS`]
  return unit.keypad.page === 'status' ? statusOf(unit) : pageOf(unit, unit.keypad.page)
}

/** What the display says while nobody turns its pages. */
const statusOf = (unit: VirtualUnit): PanelState['display'] => {
  const { search, list, tests, supply } = unit
  if (supply.isForced) return ['EMERGENCY', 'SWITCHED ON', `${search.network.found} LAMPS`]
  const { running } = tests
  if (running) {
    const kind = running.test === 'functional' ? 'FUNCTIONAL TEST' : 'AUTONOMY TEST'
    return [kind, `${running.total - running.left} OF ${running.total}`, 'RUNNING']
  }
  if (search.network.state === 'searching') {
    return ['SEARCHING LAMPS', `${search.network.found} OF ${search.network.expected ?? '?'}`, 'PLEASE WAIT']
  }
  const faulty = list.known.filter(({ faults }) => faults.length > 0).length
  if (faulty > 0) return ['SYSTEM FAULT', `${faulty} OF ${list.known.length} LAMPS`, 'SEE CLOUD']
  return ['SYSTEM READY', `${search.network.found} LAMPS`, unit.isConnected ? 'CLOUD OK' : 'NO CLOUD']
}

const pageOf = (unit: VirtualUnit, page: Exclude<DisplayPage, 'status'>): PanelState['display'] => {
  const day = (test: 'functional' | 'autonomy') => (unit.schedules.detailOf(test).next ?? '').slice(0, 10)
  switch (page) {
    case 'lamps':
      return ['LAMPS', `${unit.list.known.length} LISTED`, `${unit.list.unlisted.length} NOT LISTED`]
    case 'tests':
      return ['NEXT TESTS', `FUNCT ${day('functional')}`, `AUTON ${day('autonomy')}`]
    case 'cloud':
      return ['CLOUD', unit.id.toUpperCase(), unit.isConnected ? 'CONNECTED' : 'NOT CONNECTED']
    case 'clock':
      return ['CLOCK UTC', unit.clock.told().slice(0, 10), unit.clock.told().slice(11, 19)]
  }
}

const ledsOf = (unit: VirtualUnit): PanelState['leds'] => {
  const hasFailure = unit.troubles.faults.size > 0 || unit.list.known.some(({ faults }) => faults.length > 0)
  return {
    ready: unit.enrolment.state === 'waiting' ? 'blink' : unit.isOnBattery ? 'off' : 'on',
    emergency: unit.isOnBattery || unit.supply.isForced ? 'on' : unit.tests.running ? 'blink' : 'off',
    failure: hasFailure ? 'on' : 'off',
  }
}

export const panelStateOf = (unit: VirtualUnit, now: number = Date.now()): PanelState => ({
  unit: unit.id,
  type: unit.wire.facts.cu_type,
  serial: unit.serial,
  isConnected: unit.isConnected,
  enrolment: unit.enrolment.state,
  enrolmentKeys: unit.wire.facts.enrolmentKeys,
  isOnBattery: unit.isOnBattery,
  display: displayOf(unit, now),
  leds: ledsOf(unit),
  lampsAttached: unit.lamps.length,
  lamps: unit.list.known.map((lamp) => ({
    addr: lamp.addr,
    serial: lamp.serial,
    kind: lamp.kind,
    activity: lamp.activity,
    faults: lamp.faults,
    isBlinking: lamp.blinksUntil > now,
    level: shownLevel(lamp, now),
  })),
  test: unit.tests.running && {
    test: unit.tests.running.test,
    total: unit.tests.running.total,
    left: unit.tests.running.left,
  },
  network: unit.search.network,
  fault: unit.fault,
  unitFaults: [...unit.troubles.faults],
  warnings: [...unit.troubles.warnings(unit.isOnBattery, unit.search.network.state === 'complete')],
  lastKeys: unit.keypad.lastKeys,
  page: unit.keypad.page,
  name: unit.settings.name,
  clockOffsetS: unit.clock.aheadS,
  isBatchOpen: unit.batch.isOpen,
  emergencyForced: unit.supply.isForced,
  configurationMode: unit.settings.configurationMode,
  unlisted: unit.list.unlisted.map(({ serial }) => serial),
  bluetooth: unit.bluetooth.around,
  inputs: Array.from({ length: unit.inputs.count }, (_, at) => ({ number: at + 1, on: unit.inputs.isOn(at + 1) })),
  isHeld: unit.lights.isHeld,
  waitingRecords: unit.waitingRecords,
})
