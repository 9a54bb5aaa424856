import type { UnitError, UnitTypeFacts, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LampDetail } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import type { InhibitionEnd } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import type { SceneOutcome } from '@vigilux/contract/features/scenes/scene-plan.ts'
import type { TypeEncodedCommand, TypeEncodedCommandName } from '@vigilux/device-plane/central-unit-type.ts'
import type { UnitCommand } from '@vigilux/device-plane/commands.ts'
import type { VirtualLamp } from './lamp.ts'

/** State of a unit in its own reports. */
export type UnitFace = {
  onBattery: boolean
  faults: ReadonlySet<UnitError>
  warnings: ReadonlySet<UnitWarning>
  network: UnitNetwork
  lampsConfigured: number | null
  utcOffsetMin: number
}
export type UnitNetwork = {
  state: 'none' | 'searching' | 'complete'
  plantCode: number | null
  found: number
  expected: number | null
}

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

/** Events recorded by a unit. */
export type UnitEvent =
  | { kind: 'testStarted'; testId: string; test: TestKind; trigger: TestTrigger; lamps: number[] }
  | {
      kind: 'testResult'
      testId: string
      test: TestKind
      lamp: VirtualLamp
      result: 'passed' | 'failed' | 'notExecuted'
      reason: ResultReason
      seconds: number | null
    }
  | { kind: 'testEnded'; testId: string; outcome: 'finished' | 'stopped' | 'mainsFailure' }
  | { kind: 'mains'; isOn: boolean }
  | { kind: 'lampFault'; lamp: VirtualLamp; fault: ReportedLampError; isCleared: boolean }
  | { kind: 'unitFault'; fault: UnitError; isCleared: boolean }
  /** End in seconds since 1970. */
  | { kind: 'inhibited'; until: number | null }
  | { kind: 'inhibitionEnded'; reason: InhibitionEnd }
  | { kind: 'inputChanged'; input: number; isOn: boolean }
  /** `planned` in minutes since 1970. */
  | {
      kind: 'sceneRan'
      scene: string
      version: number
      planned: number | null
      input: number | null
      outcome: SceneOutcome
    }

/** Readers of a type's own command bodies; a type without lamps omits unsupported ones. */
export type OrderReaders = { [Name in TypeEncodedCommandName]?: (body: unknown) => TypeEncodedCommand }

export type Order = UnitCommand

/** Lamp at the time of writing. */
export type LampReading = { lamp: VirtualLamp; charge: number; level: number; isBlinking: boolean }

/** Hardware parts of a unit type. */
export type UnitHardware = {
  batteryCode: string | null
  dimension: string | null
  hasModem: boolean
  inputs: number
  hasRelay: boolean
  contacts: number
  /** Lines of lamps; 0 if the type has none. */
  lines: number
  /** Number of nearby Bluetooth devices. */
  bluetoothDevices: number
  substations?: number
  /** Lines, chargers, modules, battery and gateway, for a unit with them. */
  system?: (
    unit: SystemReading,
  ) => Pick<UnitDetail, 'lines'> & Partial<Pick<UnitDetail, 'chargers' | 'modules' | 'battery' | 'busGateway'>>
  /** Detail of a lamp with addressed gear, and its line. */
  gear?: (lamp: VirtualLamp) => Pick<LampDetail, 'gear' | 'line'>
}
/** Inputs for the readings of a system. */
export type SystemReading = {
  serial: string
  now: number
  lamps: readonly VirtualLamp[]
  faults: ReadonlySet<UnitError>
  warnings: ReadonlySet<UnitWarning>
  onBattery: boolean
}

/** Wire format of a unit type. Built from `wire.ts` alone: it cannot share a bug of the codec. */
export type UnitWire = {
  facts: UnitTypeFacts
  hardware: UnitHardware
  /** Lamps per message, per search step, and per step of a functional test. */
  lampsPerMessage: number
  lampsPerSearchStep: number
  lampsPerTestStep: number
  /** Faults and warnings with bits in the type. */
  unitFaults: readonly UnitError[]
  unitWarnings: readonly UnitWarning[]
  lampFaults: readonly ReportedLampError[]
  writeShadow(face: UnitFace): unknown
  writeState(face: UnitFace | null, lamps: readonly LampReading[]): unknown
  writeRecord(event: UnitEvent): { kind: string; body: unknown }
  /** Each throws for a body of another command. */
  readers: OrderReaders
}
