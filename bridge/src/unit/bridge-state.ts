import { randomBytes } from 'node:crypto'
import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import type { AdvancedFlagName } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { ResponseMessage } from '@vigilux/device-plane/envelope.wire.ts'
import type { TestKind } from '../emergency-test/gear-test.ts'
import type { TestRun } from '../emergency-test/test-runner.ts'
import type { GearIdentity } from '../line/gear.ts'
import type { ScenePlan } from './scene-plan.ts'

/** Gear in the list of the bridge. It stays there while it does not answer. */
export type StoredGear = {
  /** Counted from 1. */
  line: number
  short: number
  serial: string
  identity: GearIdentity
  /** Short address of the mains driver in the same luminaire. */
  pairedWith: number | null
  name: string | null
}

/** Open scan or commissioning of a line. `fromNothing` also removes silent gear. */
export type OpenScan = { line: number; fromNothing: boolean }

/** Dates of the bridge's own tests. */
export type TestPlan = { next: number; period: TestPeriod; isDeferred: boolean }

/** State stored across a restart. */
export type BridgeState = {
  life: string
  boot: number
  isEnrolled: boolean
  /** Milliseconds of the platform's clock ahead of the machine's. */
  aheadMs: number
  utcOffsetMin: number | null
  clockChanges: readonly { at: string; utcOffsetMin: number }[]
  name: string | null
  lampsConfigured: number | null
  ratedHours: number | null
  configurationMode: number
  flags: Partial<Record<AdvancedFlagName, boolean>>
  answers: readonly ResponseMessage[]
  gears: readonly StoredGear[]
  openScans: readonly OpenScan[]
  runs: readonly TestRun[]
  plans: Record<TestKind, TestPlan | null>
  scenes: ScenePlan | null
  /** Recorded fault bits of each lamp, by serial: failure status, then the fault word from bit 8. */
  faults: Record<string, number>
  unitFaults: number
  isOnBattery: boolean
  /** By the clock of the unit. */
  inhibitedUntil: number | null
  /** Seconds for which each lamp was lit, by serial. */
  litS: Record<string, number>
}

const createLife = (): string => randomBytes(8).toString('hex')

export const factoryState = (): BridgeState => ({
  life: createLife(),
  boot: -1,
  isEnrolled: false,
  aheadMs: 0,
  utcOffsetMin: null,
  clockChanges: [],
  name: null,
  lampsConfigured: null,
  ratedHours: null,
  configurationMode: 0,
  flags: {},
  answers: [],
  gears: [],
  openScans: [],
  runs: [],
  plans: { functional: null, autonomy: null },
  scenes: null,
  faults: {},
  unitFaults: 0,
  isOnBattery: false,
  inhibitedUntil: null,
  litS: {},
})
