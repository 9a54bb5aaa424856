import type { VirtualUnit } from '../core/virtual-unit.ts'

export type Led = 'off' | 'on' | 'blink'
export type PanelLamp = {
  addr: number
  serial: string
  activity: string
  faults: readonly string[]
  isBlinking: boolean
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
  waitingRecords: number
}

const clock = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

const displayOf = (unit: VirtualUnit, now: number): PanelState['display'] => {
  const { enrolment, search, tests } = unit
  const { running } = tests
  if (enrolment.state === 'waiting') {
    return ['CLOUD ENROLMENT', `PRESS ${unit.wire.enrolmentKeys.join(' + ')}`, clock(enrolment.windowEndsAt - now)]
  }
  if (enrolment.state === 'boundElsewhere') return ['ALREADY REGISTERED', 'HOLD ALL FOUR KEYS', 'TO RESET']
  if (enrolment.state === 'factory')
    return ['NOT REGISTERED', `${unit.lamps.length} LAMPS ATTACHED`, 'WAITING FOR CLOUD']
  if (unit.isOnBattery) return ['EMERGENCY', 'MAINS FAILED', `${search.network.found} LAMPS`]
  if (running) {
    const kind = running.test === 'functional' ? 'FUNCTIONAL TEST' : 'AUTONOMY TEST'
    return [kind, `${running.total - running.left} OF ${running.total}`, 'RUNNING']
  }
  if (search.network.state === 'searching') {
    return ['SEARCHING LAMPS', `${search.network.found} OF ${search.network.expected ?? '?'}`, 'PLEASE WAIT']
  }
  const faulty = search.found.filter(({ faults }) => faults.length > 0).length
  if (faulty > 0) return ['SYSTEM FAULT', `${faulty} OF ${search.found.length} LAMPS`, 'SEE CLOUD']
  return ['SYSTEM READY', `${search.network.found} LAMPS`, unit.isConnected ? 'CLOUD OK' : 'NO CLOUD']
}

const ledsOf = (unit: VirtualUnit): PanelState['leds'] => {
  const hasFailure = unit.unitFaults.size > 0 || unit.search.found.some(({ faults }) => faults.length > 0)
  return {
    ready: unit.enrolment.state === 'waiting' ? 'blink' : unit.isOnBattery ? 'off' : 'on',
    emergency: unit.isOnBattery ? 'on' : unit.tests.running ? 'blink' : 'off',
    failure: hasFailure ? 'on' : 'off',
  }
}

export const panelStateOf = (unit: VirtualUnit, now: number = Date.now()): PanelState => ({
  unit: unit.id,
  type: unit.wire.cuType,
  serial: unit.serial,
  isConnected: unit.isConnected,
  enrolment: unit.enrolment.state,
  enrolmentKeys: unit.wire.enrolmentKeys,
  isOnBattery: unit.isOnBattery,
  display: displayOf(unit, now),
  leds: ledsOf(unit),
  lampsAttached: unit.lamps.length,
  lamps: unit.search.found.map(({ addr, serial, activity, faults, blinksUntil }) => ({
    addr,
    serial,
    activity,
    faults,
    isBlinking: blinksUntil > now,
  })),
  test: unit.tests.running && {
    test: unit.tests.running.test,
    total: unit.tests.running.total,
    left: unit.tests.running.left,
  },
  network: unit.search.network,
  fault: unit.fault,
  waitingRecords: unit.waitingRecords,
})
