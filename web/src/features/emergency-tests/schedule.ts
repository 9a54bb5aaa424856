import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { NextTest, PlanEnd } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { useAnswer, useAnswers } from '../../shared/api/use-answer.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf, useUnitTypes, withPlatformName } from '../central-units/index.ts'

/** When a kind of test runs next, and how the unit repeats it. */
export type Schedule = NonNullable<UnitDetail['functional']> & {
  /** The next one is started by the platform, before one of the unit's own. */
  byPlatform?: true
}
export type ScheduleRow = {
  topic: string
  unit: CentralUnit
  functional: Schedule | null
  autonomy: Schedule | null
  /** The unit has answered what it plans. */
  told: boolean
}

/** Whether a test should have begun by now. */
export function isOverdue(schedule: Schedule | null, now: number): boolean {
  return schedule?.next != null && Date.parse(schedule.next) < now
}

/** The earlier of both dates: by it the list is sorted. */
export function nextOf({ functional, autonomy }: Pick<ScheduleRow, 'functional' | 'autonomy'>): string | null {
  const dates = [functional?.next, autonomy?.next].filter((date) => date != null).sort()
  return dates[0] ?? null
}

type UnitTypes = readonly { cu_type: string; commands: readonly string[] }[]

/** The units whose type tests by itself, and those that the platform is to test. */
export function testingUnits(
  units: readonly CentralUnit[],
  types: UnitTypes,
  toStart: readonly NextTest[] = [],
): CentralUnit[] {
  return units.filter(
    (unit) =>
      types.find(({ cu_type }) => cu_type === unit.cu_type)?.commands.includes('setPeriodFunzionale') ||
      toStart.some(({ cu }) => cu === topicOf(unit)),
  )
}

/** What runs next of a kind on a unit: its own test, or one that the platform starts before that. */
export function earlierOf(told: Schedule | null, toStart: NextTest | undefined): Schedule | null {
  if (!toStart || (told?.next != null && told.next <= toStart.at)) return told
  const { period = null, deferred = false } = told ?? {}
  return { next: toStart.at, period, deferred, byPlatform: true }
}

export type PlannedTest = Pick<ScheduleRow, 'topic' | 'unit'> & { kind: 'functional' | 'autonomy'; schedule: Schedule }

/** The next test of each kind of each unit, the earliest first. */
export function plannedTests(rows: readonly ScheduleRow[]): PlannedTest[] {
  return rows
    .flatMap(({ topic, unit, functional, autonomy }) => [
      { topic, unit, kind: 'functional' as const, schedule: functional },
      { topic, unit, kind: 'autonomy' as const, schedule: autonomy },
    ])
    .filter((test): test is PlannedTest => test.schedule?.next != null)
    .sort((a, b) => `${a.schedule.next}`.localeCompare(`${b.schedule.next}`))
}

type Schedules = { rows: ScheduleRow[]; planEnd: PlanEnd | null }

/**
 * When the units of the plant test next: by themselves, as each reports (kept under `getShadow`, so that events refresh it), or because the platform
 * starts a test.
 */
export function useSchedules(): Schedules {
  const { plantId, units: ofPlant } = useCurrentPlant()
  const types = useUnitTypes()
  const { tests: toStart, planEnd } = useAnswer('getNextTests', { plantId })
  const units = testingUnits(ofPlant, types, toStart)
  const shadows = useAnswers(
    'getShadow',
    units.map(({ cu_id, cu_type }) => ({ cuId: cu_id, cuType: cu_type })),
  )
  const rows = units.map((unit, at): ScheduleRow => {
    const { detail } = withPlatformName(unit, shadows[at])
    const topic = topicOf(unit)
    const nextOfKind = (kind: NextTest['kind']) =>
      earlierOf(
        detail?.[kind] ?? null,
        toStart.find((test) => test.cu === topic && test.kind === kind),
      )
    return {
      topic,
      unit,
      functional: nextOfKind('functional'),
      autonomy: nextOfKind('autonomy'),
      told: detail != null,
    }
  })
  return { rows, planEnd }
}
