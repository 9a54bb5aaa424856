import { useQueries } from '@tanstack/react-query'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { call } from '../../shared/api/call.ts'
import { actionKey } from '../../shared/api/use-action.ts'
import { topicOf } from '../central-units/index.ts'

export type Schedule = NonNullable<UnitDetail['functional']>
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

/** The units whose type tests by itself. */
export function testingUnits(units: readonly CentralUnit[], types: UnitTypes): CentralUnit[] {
  return units.filter(({ cu_type }) =>
    types.find((one) => one.cu_type === cu_type)?.commands.includes('setPeriodFunzionale'),
  )
}

export type PlannedTest = Pick<ScheduleRow, 'topic' | 'unit'> & { kind: 'functional' | 'autonomy'; schedule: Schedule }

/** Each test that a unit plans, the earliest first. */
export function plannedTests(rows: readonly ScheduleRow[]): PlannedTest[] {
  return rows
    .flatMap(({ topic, unit, functional, autonomy }) => [
      { topic, unit, kind: 'functional' as const, schedule: functional },
      { topic, unit, kind: 'autonomy' as const, schedule: autonomy },
    ])
    .filter((test): test is PlannedTest => test.schedule?.next != null)
    .sort((a, b) => `${a.schedule.next}`.localeCompare(`${b.schedule.next}`))
}

/** What each unit reports of its own tests; kept under `getShadow`, so that events refresh it. */
export function useSchedules(units: readonly CentralUnit[]): { rows: ScheduleRow[]; error: unknown; loading: boolean } {
  const answers = useQueries({
    queries: units.map(({ cu_id, cu_type }) => {
      const input = { cuId: cu_id, cuType: cu_type }
      return {
        queryKey: actionKey('getShadow', input),
        queryFn: ({ signal }: { signal: AbortSignal }) => call('getShadow', input, signal),
      }
    }),
  })
  const rows = units.map((unit, at): ScheduleRow => {
    const detail = answers[at]?.data?.detail
    return {
      topic: topicOf(unit),
      unit,
      functional: detail?.functional ?? null,
      autonomy: detail?.autonomy ?? null,
      told: detail != null,
    }
  })
  return {
    rows,
    error: answers.find((answer) => answer.error && !answer.data)?.error,
    loading: answers.some((answer) => answer.isPending),
  }
}
