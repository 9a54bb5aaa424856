import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { NextTest, PlanEnd } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { useAnswer, useAnswers } from '../../shared/api/use-answer.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf, useUnitTypes, withPlatformName } from '../central-units/index.ts'

/** The next run of a kind of test, and the unit's period. */
export type Schedule = NonNullable<UnitDetail['functional']> & {
  /** The platform starts the next test, before the unit's own. */
  byPlatform?: true
}
export type ScheduleRow = {
  topic: string
  unit: CentralUnit
  functional: Schedule | null
  autonomy: Schedule | null
  /** The unit has reported its schedule. */
  isReported: boolean
}

/** Whether a test should have begun by now. */
export function isOverdue(schedule: Schedule | null, now: number): boolean {
  return schedule?.next != null && Date.parse(schedule.next) < now
}

type UnitTypes = readonly { cu_type: string; commands: readonly string[] }[]

/** Units of types with tests of their own, and units tested by the platform. */
export function testingUnits(
  units: readonly CentralUnit[],
  types: UnitTypes,
  testsToStart: readonly NextTest[] = [],
): CentralUnit[] {
  return units.filter(
    (unit) =>
      types.find(({ cu_type }) => cu_type === unit.cu_type)?.commands.includes('setPeriodFunzionale') ||
      testsToStart.some(({ cu }) => cu === topicOf(unit)),
  )
}

/** The next test of a kind on a unit: its own, or an earlier one started by the platform. */
export function earlierOf(reported: Schedule | null, testToStart: NextTest | undefined): Schedule | null {
  if (!testToStart || (reported?.next != null && reported.next <= testToStart.at)) return reported
  const { period = null, deferred = false } = reported ?? {}
  return { next: testToStart.at, period, deferred, byPlatform: true }
}

export type PlannedTest = Pick<ScheduleRow, 'topic' | 'unit'> & { kind: 'functional' | 'autonomy'; schedule: Schedule }

/** The next test of each unit and kind, earliest first. */
export function plannedTests(rows: readonly ScheduleRow[]): PlannedTest[] {
  return rows
    .flatMap(({ topic, unit, functional, autonomy }) => [
      { topic, unit, kind: 'functional' as const, schedule: functional },
      { topic, unit, kind: 'autonomy' as const, schedule: autonomy },
    ])
    .filter((test): test is PlannedTest => test.schedule?.next != null)
    .sort((a, b) => `${a.schedule.next}`.localeCompare(`${b.schedule.next}`))
}

/** Tests of a kind with the same start. */
export type PlannedGroup = { kind: PlannedTest['kind']; at: string; tests: PlannedTest[]; units: CentralUnit[] }

/** Planned tests by kind and moment, in their order. */
export function groupTests(tests: readonly PlannedTest[]): PlannedGroup[] {
  const groups = Map.groupBy(tests, ({ kind, schedule }) => `${kind} ${schedule.next}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first?.schedule.next) return []
    return [{ kind: first.kind, at: first.schedule.next, tests: group, units: group.map(({ unit }) => unit) }]
  })
}

type Schedules = { rows: ScheduleRow[]; planEnd: PlanEnd | null }

/** The units' next tests: as they report them, or started by the platform. Cached, and refreshed by events. */
export function useSchedules(): Schedules {
  const { plantId, units: plantUnits } = useCurrentPlant()
  const types = useUnitTypes()
  const { tests: testsToStart, planEnd } = useAnswer('getNextTests', { plantId })
  const units = testingUnits(plantUnits, types, testsToStart)
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
        testsToStart.find((test) => test.cu === topic && test.kind === kind),
      )
    return {
      topic,
      unit,
      functional: nextOfKind('functional'),
      autonomy: nextOfKind('autonomy'),
      isReported: detail != null,
    }
  })
  return { rows, planEnd }
}
