import type { UnitError, UnitTypeFacts, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { InhibitionEnd } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import type { SceneOutcome } from '@vigilux/contract/features/scenes/scene-plan.ts'
import type {
  TypeEncodedCommand,
  TypeEncodedCommandName,
  UnitCommand,
} from '@vigilux/device-plane/central-unit-type.ts'
import type { VirtualLamp } from './lamp.ts'

/** What a unit shows of itself. */
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
  | { kind: 'lampFault'; lamp: VirtualLamp; fault: ReportedLampError; isCleared: boolean }
  | { kind: 'unitFault'; fault: UnitError; isCleared: boolean }
  /** Until when, in seconds since 1970. */
  | { kind: 'inhibited'; until: number | null }
  | { kind: 'inhibitionEnded'; because: InhibitionEnd }
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

/** Readers of a type's own bodies; a type without lamps leaves out what it does not obey. */
export type OrderReaders = { [Name in TypeEncodedCommandName]?: (body: unknown) => TypeEncodedCommand }

/** What a unit is told to do. */
export type Order = UnitCommand

/** A lamp as it is at the moment of writing. */
export type LampReading = { lamp: VirtualLamp; charge: number; level: number; isBlinking: boolean }

/** Parts of a unit that its type has. */
export type UnitHardware = {
  batteryCode: string | null
  dimension: string | null
  hasModem: boolean
  inputs: number
  hasRelay: boolean
  contacts: number
  /** Lines on which lamps hang; 0 where lamps hang on none. */
  lines: number
  /** Bluetooth devices around it. */
  bluetoothDevices: number
  substations?: number
  /** Lines, chargers, modules and battery of a unit that has them. */
  system?: (unit: SystemReading) => Pick<UnitDetail, 'lines' | 'chargers' | 'modules' | 'battery'>
}
/** What the readings of a system follow from. */
export type SystemReading = {
  serial: string
  now: number
  lamps: readonly VirtualLamp[]
  faults: ReadonlySet<UnitError>
  warnings: ReadonlySet<UnitWarning>
  onBattery: boolean
}

/** How a type of unit writes and reads. Made from `wire.ts` alone, so that it cannot share a fault of the codec. */
export type UnitWire = {
  facts: UnitTypeFacts
  hardware: UnitHardware
  /** Lamps that a message holds, that a search finds at once, and that a functional test takes at once. */
  lampsPerMessage: number
  lampsPerSearchStep: number
  lampsPerTestStep: number
  /** What the type has bits for. */
  unitFaults: readonly UnitError[]
  unitWarnings: readonly UnitWarning[]
  lampFaults: readonly ReportedLampError[]
  writeShadow(face: UnitFace): unknown
  writeState(face: UnitFace | null, lamps: readonly LampReading[]): unknown
  writeRecord(event: UnitEvent): { kind: string; body: unknown }
  /** Each throws where the body is not of that command. */
  readers: OrderReaders
}
