import type { UnitError, UnitTypeFacts, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { TestKind, TestReason, TestResultValue } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { LampMode, LampType, ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { InhibitionEnd } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import type { SceneOutcome } from '@vigilux/contract/features/scenes/scene-plan.ts'
import type { z } from 'zod'

/** Reported shadow of a unit (retained). Unreported values are null. */
export type ReportedShadow = {
  versions: { interface: string | null; firmware: string | null; nube: string | null; porting: string | null }
  orderCode: string | null
  productCode: string | null
  utcOffsetMin: number | null
  lampsConfigured: number | null
  network: ReportedNetwork
}

/** Progress of the search for lamps. */
export type ReportedNetwork = {
  state: 'none' | 'inProgress' | 'completed'
  plantCode: number | null
  found: number
  expected: number | null
}

/** Lamp as its unit reports it. */
export type ReportedLamp = {
  addr: number
  serial: string
  type: LampType
  function: 'maintained' | 'nonMaintained' | 'switchable' | null
  /** Null for an invalid item: the state of the lamp is unknown, and only serial, type and errors may be read. */
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

/** Unreadable part of a message, with the reason. */
export type InvalidItem = { item: string; why: string }

/** State message with the unit, some lamps, or both. Omitted parts are unchanged. */
export type ReportedState = {
  unit: { onBattery: boolean; errors: UnitError[]; warnings: UnitWarning[]; network: ReportedNetwork | null } | null
  lamps: ReportedLamp[]
  /** Unreadable parts. An invalid lamp with a readable address and serial is in `lamps` with mode null. */
  odd: InvalidItem[]
}

/** Record, which must never be lost. */
export type ReportedRecord =
  | {
      kind: 'testStarted'
      testId: string
      test: TestKind
      trigger: 'user' | 'automatic' | 'local'
      lamps: number[]
      /** Unreadable addresses. */
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
  /** Inhibition: lamps stay dark in a mains failure until a time by the unit's clock; null for a switch at the unit. */
  | { kind: 'inhibited'; until: string | null }
  | { kind: 'inhibitionEnded'; reason: InhibitionEnd }
  /** Change of an input of the unit, 1 to 8: a switch or sensor on its terminals. Only for types with `setLevels`. */
  | { kind: 'inputChanged'; input: number; on: boolean }
  /** Run of a stored scene, executed or missed, by its calendar (`planned`) or by an input of the unit. */
  | {
      kind: 'sceneRan'
      scene: string
      version: number
      planned: string | null
      input: number | null
      outcome: SceneOutcome
    }

/** Command in the type's own wire format. */
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

/** Schemas of the bodies a type sends and receives. */
export type TypeWire = {
  shadow: z.ZodType
  state: z.ZodType
  /** By the kind of the record. */
  records: Readonly<Record<string, z.ZodType>>
  /**
   * By the name of the command, for commands with a form of their own in each type; one schema if all have the same.
   */
  commands: Readonly<Record<string, z.ZodType>> | z.ZodType
}

/**
 * Central unit type: its facts, its wire and its codec. Decoders throw on anything outside the type's format; the
 * message then becomes a dead letter. Items of a list are decoded one by one, and invalid ones are reported as `odd`.
 */
export type CentralUnitType = {
  /** `facts.commands` lists the supported commands; no other is sent. */
  facts: UnitTypeFacts
  wire: TypeWire
  decodeShadow(body: unknown): ReportedShadow
  decodeState(body: unknown): ReportedState
  decodeRecord(kind: string, body: unknown): ReportedRecord
  /** Body of a `down/command` message. Configuration commands have one form for all types: `commandBody`. */
  encodeCommand(command: TypeEncodedCommand): unknown
}
