import type { UnitError, UnitTypeFacts, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { TestKind, TestReason, TestResultValue } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { LampMode, LampType, ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { InhibitionEnd } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import type { SceneOutcome } from '@vigilux/contract/features/scenes/scene-plan.ts'
import type { ConfigurationCommand } from './commands.ts'

/** What a unit says of itself as a whole (retained). A value it does not give is null. */
export type ReportedShadow = {
  versions: { interface: string | null; firmware: string | null; nube: string | null; porting: string | null }
  orderCode: string | null
  productCode: string | null
  utcOffsetMin: number | null
  lampsConfigured: number | null
  network: ReportedNetwork
}

/** How far the search of lamps is. */
export type ReportedNetwork = {
  state: 'none' | 'inProgress' | 'completed'
  plantCode: number | null
  found: number
  expected: number | null
}

/** One lamp as its unit reports it. */
export type ReportedLamp = {
  addr: number
  serial: string
  type: LampType
  function: 'maintained' | 'nonMaintained' | 'switchable' | null
  /** Null where its item is odd: the state of the lamp is unknown, and only serial, type and errors may be read. */
  mode: LampMode | null
  errors: ReportedLampError[]
  batteryPercent: number | null
  levelPercent: number | null
  groups: number[]
  parity: 'even' | 'odd' | null
  ratedMin: number | null
  productCode: string | null
  softwareVersion: string | null
}

/** A part of a message that could not be read: which one, and why. */
export type InvalidItem = { item: string; why: string }

/** A state message may hold the unit, some lamps, or both. What it does not hold is as it was. */
export type ReportedState = {
  unit: { onBattery: boolean; errors: UnitError[]; warnings: UnitWarning[]; network: ReportedNetwork | null } | null
  lamps: ReportedLamp[]
  /** Parts that could not be read. An odd lamp that names itself is in `lamps` with mode null. */
  odd: InvalidItem[]
}

/** What must never be lost. */
export type ReportedRecord =
  | {
      kind: 'testStarted'
      testId: string
      test: TestKind
      trigger: 'user' | 'automatic' | 'local'
      lamps: number[]
      /** Addresses that could not be read. */
      odd: InvalidItem[]
    }
  | {
      kind: 'testResult'
      testId: string
      lamp: number
      serial: string
      result: TestResultValue
      reason: TestReason | null
      measuredS: number | null
    }
  | { kind: 'testEnded'; testId: string; outcome: 'finished' | 'stopped' | 'mainsFailure' }
  | { kind: 'mainsFailed' }
  | { kind: 'mainsRestored' }
  | { kind: 'lampFault'; lamp: number; serial: string; error: ReportedLampError; cleared: boolean }
  | { kind: 'unitFault'; error: UnitError; cleared: boolean }
  /** Lamps stay dark although the mains fails, until a moment of the unit's clock; null: until a switch at the unit ends it. */
  | { kind: 'inhibited'; until: string | null }
  | { kind: 'inhibitionEnded'; because: InhibitionEnd }
  /** An input of the unit, 1 to 8, has changed: a switch or sensor on its terminals. Of types that obey `setLevels`. */
  | { kind: 'inputChanged'; input: number; on: boolean }
  /** A scene that the unit holds has run, or should have, by its calendar (`planned`) or by an input of the unit. */
  | {
      kind: 'sceneRan'
      scene: string
      version: number
      planned: string | null
      input: number | null
      outcome: SceneOutcome
    }

/** What the platform asks of a unit in the type's own wire format. */
export type TypeEncodedCommand =
  | { name: 'enrol'; windowS: number }
  | { name: 'deEnrol' }
  | { name: 'createNetwork'; plantCode: number | null }
  | { name: 'statusQuery' }
  | { name: 'ftest'; testId: string; test: TestKind; lamps: number[] | 'all' }
  | { name: 'stopTest'; testId: string }
  | { name: 'identify'; lamp: number; seconds: number }
  | { name: 'stop_blink'; lamp: number }
  | { name: 'refresh' }
export type TypeEncodedCommandName = TypeEncodedCommand['name']

/** What the platform asks of a unit, independent of its type. */
export type UnitCommand = TypeEncodedCommand | ConfigurationCommand
export type UnitCommandName = UnitCommand['name']

/**
 * A kind of central unit: its facts, and how its wire format reads and writes. The decoders throw on what the type
 * cannot send; the message is then a dead letter. Items of a list are judged one by one and reported as `odd`.
 */
export type CentralUnitType = {
  /** `facts.commands` names what the type obeys; nothing else is ever sent to it. */
  facts: UnitTypeFacts
  decodeShadow(body: unknown): ReportedShadow
  decodeState(body: unknown): ReportedState
  decodeRecord(kind: string, body: unknown): ReportedRecord
  /** The body of a `down/command` message. Configuration commands have one form for all types: `commandBody`. */
  encodeCommand(command: TypeEncodedCommand): unknown
}
