import type { LampKind } from '../core/lamp.ts'
import { shownLevel } from '../core/light.ts'
import { displayOf, ledsOf, type UnitLeds } from '../core/unit-front.ts'
import type { VirtualUnit } from '../core/virtual-unit.ts'

export type PanelLamp = {
  addr: number
  serial: string
  kind: LampKind
  activity: string
  faults: readonly string[]
  isBlinking: boolean
  /** Present level in percent. */
  level: number
}
/** State visible to a person in front of the unit. */
export type PanelState = {
  unit: string
  type: string
  serial: string
  isConnected: boolean
  enrolment: string
  enrolmentKeys: readonly string[]
  isOnBattery: boolean
  display: readonly string[]
  leds: UnitLeds
  lampsAttached: number
  lamps: readonly PanelLamp[]
  test: { test: string; total: number; left: number } | null
  network: { state: string; found: number; expected: number | null }
  fault: unknown
  unitFaults: readonly string[]
  warnings: readonly string[]
  /** Last keys pressed, at the unit or remotely, and their display page. */
  lastKeys: readonly string[]
  page: string
  name: string | null
  clockOffsetS: number
  /** Whether a batch of group words is open. */
  isBatchOpen: boolean
  emergencyForced: boolean
  configurationMode: number
  unlisted: readonly string[]
  bluetooth: readonly { mac: string; serial: string; kind: string; inSight: boolean }[]
  /** Inputs on its terminals, from 1; none if its type reports none. */
  inputs: readonly { number: number; on: boolean }[]
  /** Whether levels are held for a time. */
  isHeld: boolean
  /** Ids of the unit's own scenes. */
  scenes: readonly string[]
  waitingRecords: number
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
  scenes: unit.scenes.saved?.scenes.map(({ scene }) => scene) ?? [],
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
