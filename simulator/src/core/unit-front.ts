import type { LedState, UnitFront } from '@vigilux/contract/features/central-units/unit-front.ts'
import type { Enrolment } from './enrolment.ts'
import type { DisplayPage, Keypad } from './keypad.ts'
import type { VirtualLamp } from './lamp.ts'
import { toWallTime } from './local-time.ts'
import type { UnitParts } from './unit-parts.ts'
import type { UnitTroubles } from './unit-troubles.ts'

/** Parts of a unit shown on its front. */
export type FrontedUnit = UnitParts & {
  readonly id: string
  readonly enrolment: Enrolment
  readonly keypad: Keypad
  readonly troubles: UnitTroubles
  readonly lamps: readonly VirtualLamp[]
  readonly isConnected: boolean
}
type Display = readonly [string, string, string]
export type UnitLeds = { ready: LedState; emergency: LedState; failure: LedState }

const clock = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

/** Lines on the display of a unit. */
export const displayOf = (unit: FrontedUnit, now: number): Display => {
  const { enrolment, search } = unit
  if (enrolment.isAsking) {
    return [
      'CLOUD ENROLMENT',
      `PRESS ${unit.context.wire.facts.enrolmentKeys.join(' + ')}`,
      clock(enrolment.windowEndsAt - now),
    ]
  }
  if (enrolment.state === 'boundElsewhere') return ['ALREADY REGISTERED', 'HOLD ALL FOUR KEYS', 'TO RESET']
  if (enrolment.state === 'factory')
    return ['NOT REGISTERED', `${unit.lamps.length} LAMPS ATTACHED`, 'WAITING FOR CLOUD']
  if (unit.supply.isInhibited) return inhibitedOf(unit)
  if (unit.supply.onBattery) return ['EMERGENCY', 'MAINS FAILED', `${search.network.found} LAMPS`]
  return unit.keypad.page === 'status' ? statusOf(unit) : pageOf(unit, unit.keypad.page)
}

/** Without mains, the display warns of dark lamps. */
const inhibitedOf = ({ supply, inhibition, settings }: FrontedUnit): Display => {
  const until = inhibition.detail?.until ?? null
  const localMs = until === null ? 0 : toWallTime(settings, Date.parse(until))
  const end = until === null ? 'BY A SWITCH' : `UNTIL ${new Date(localMs).toISOString().slice(11, 16)}`
  return ['INHIBITED', supply.onBattery ? 'MAINS FAILED: DARK' : 'NOT PROTECTED', end]
}

/** Status page of the display. */
const statusOf = (unit: FrontedUnit): Display => {
  const { search, tests, supply } = unit
  const { list } = unit.context
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

const pageOf = (unit: FrontedUnit, page: Exclude<DisplayPage, 'status'>): Display => {
  const day = (test: 'functional' | 'autonomy') => (unit.schedules.detailOf(test).next ?? '').slice(0, 10)
  switch (page) {
    case 'lamps':
      return ['LAMPS', `${unit.context.list.known.length} LISTED`, `${unit.context.list.unlisted.length} NOT LISTED`]
    case 'tests':
      return ['NEXT TESTS', `FUNCT ${day('functional')}`, `AUTON ${day('autonomy')}`]
    case 'cloud':
      return ['CLOUD', unit.id.toUpperCase(), unit.isConnected ? 'CONNECTED' : 'NOT CONNECTED']
    case 'clock':
      return [
        'CLOCK UTC',
        unit.context.clock.reportedTime().slice(0, 10),
        unit.context.clock.reportedTime().slice(11, 19),
      ]
  }
}

/** Lights on the front of a unit. An inhibited unit is not ready. */
export const ledsOf = (unit: FrontedUnit): UnitLeds => {
  const { supply } = unit
  const hasFailure = unit.troubles.faults.size > 0 || unit.context.list.known.some(({ faults }) => faults.length > 0)
  return {
    ready: unit.enrolment.state === 'waiting' ? 'blink' : supply.onBattery || supply.isInhibited ? 'off' : 'on',
    emergency: supply.onBattery || supply.isForced ? 'on' : unit.tests.running ? 'blink' : 'off',
    failure: hasFailure ? 'on' : 'off',
  }
}

/** Front as the unit reports it. */
export const unitFrontOf = (unit: FrontedUnit, now: number = Date.now()): UnitFront => ({
  ...ledsOf(unit),
  display: [...displayOf(unit, now)],
})
