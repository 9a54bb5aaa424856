import type { UnitKey } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { LampFault, VirtualLamp } from './lamp.ts'

/** What a unit shows of itself. */
export type UnitFace = {
  onBattery: boolean
  faults: ReadonlySet<UnitFault>
  isInhibited: boolean
  network: UnitNetwork
  lampsConfigured: number | null
}
export type UnitNetwork = {
  state: 'none' | 'searching' | 'complete'
  plantCode: number | null
  found: number
  expected: number | null
}
export const unitFaults = ['charger', 'batteryLow'] as const
export type UnitFault = (typeof unitFaults)[number]

export type TestKind = 'functional' | 'autonomy'
export type TestTrigger = 'user' | 'automatic' | 'local'
export type ResultReason =
  | 'none'
  | 'lamp'
  | 'battery'
  | 'duration'
  | 'charging'
  | 'inhibited'
  | 'userStop'
  | 'mains'
  | 'unreachable'

/** What a unit keeps a record of. */
export type UnitEvent =
  | { kind: 'testStarted'; testId: string; test: TestKind; trigger: TestTrigger; lamps: number[] }
  | {
      kind: 'testResult'
      testId: string
      lamp: VirtualLamp
      result: 'passed' | 'failed' | 'notExecuted'
      reason: ResultReason
      seconds: number | null
    }
  | { kind: 'testEnded'; testId: string; outcome: 'finished' | 'stopped' | 'mainsFailure' }
  | { kind: 'mains'; isOn: boolean }
  | { kind: 'lampFault'; lamp: VirtualLamp; fault: LampFault; isCleared: boolean }
  | { kind: 'unitFault'; fault: UnitFault; isCleared: boolean }

/** What a unit is told to do. */
export type Order =
  | { name: 'enrol'; windowS: number }
  | { name: 'deEnrol' }
  | { name: 'createNetwork'; plantCode: number | null }
  | { name: 'statusQuery' }
  | { name: 'ftest'; testId: string; test: TestKind; lamps: number[] | 'all' }
  | { name: 'stopTest'; testId: string }
  | { name: 'identify'; lamp: number; seconds: number }
  | { name: 'stopBlink'; lamp: number }
  | { name: 'refresh' }

/** A lamp as it is at the moment of writing. */
export type LampReading = { lamp: VirtualLamp; charge: number; isBlinking: boolean }

/** How a type of unit writes and reads. Made from `wire.ts` alone, so that it cannot share a fault of the codec. */
export type UnitWire = {
  cuType: string
  serialDigits: number
  enrolmentKeys: readonly UnitKey[]
  maxLamps: number
  hasRadioNetwork: boolean
  /** Lamps that a message holds, that a search finds at once, and that a functional test takes at once. */
  lampsPerMessage: number
  lampsPerSearchStep: number
  lampsPerTestStep: number
  writeShadow(face: UnitFace): unknown
  writeState(face: UnitFace | null, lamps: readonly LampReading[], beginsAnew: boolean): unknown
  writeRecord(event: UnitEvent): { kind: string; body: unknown }
  /** Throws where the body is not of that command; null for a command that does not exist. */
  readOrder(name: string, body: unknown): Order | null
}
