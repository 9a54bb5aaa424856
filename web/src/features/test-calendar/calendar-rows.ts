import type { TestKind, TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { LightRepeat, TestCalendar } from '@vigilux/contract/features/test-calendar/test-calendar.ts'

/** A test on a day of the calendar. */
export type CalendarRow = {
  key: string
  plantId: string
  plantname: string
  timezone: string
  cu: string
  cuId: string
  description: string
  kind: TestKind
  at: string
  /** In the plant's zone. */
  day: string
  /** Started by the platform, which needs a connection to the unit. */
  byPlatform: boolean
  test: TestRun | null
  deferred: boolean
  overdue: boolean
}

/** Every test of the year as one row, earliest first. */
export function calendarRows({ plants, planned, tests }: TestCalendar): CalendarRow[] {
  const byId = new Map(plants.map((plant) => [plant.plant_id, plant]))
  const plantFieldsOf = (plantId: string) => ({
    plantId,
    plantname: byId.get(plantId)?.plantname ?? '',
    timezone: byId.get(plantId)?.timezone ?? 'UTC',
  })
  const plannedRows = planned.flatMap(
    ({ plant_id, cu, cu_id: cuId, description, kind, by: planner, deferred, dates }) =>
      dates.map(({ at, day, overdue }, n) => ({
        key: `${cu} ${plant_id} ${kind} ${planner} ${at}`,
        ...plantFieldsOf(plant_id),
        cu,
        cuId,
        description,
        kind,
        at,
        day,
        test: null,
        deferred: deferred && n === 0,
        overdue,
        byPlatform: planner === 'platform',
      })),
  )
  const pastRows = tests.map(({ plant_id, cu_id: cuId, description, at, day, test }) => ({
    key: test.id,
    ...plantFieldsOf(plant_id),
    cu: test.cu,
    cuId,
    description,
    kind: test.kind,
    at,
    day,
    test,
    deferred: false,
    overdue: false,
    byPlatform: false,
  }))
  return [...plannedRows, ...pastRows].sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** What a calendar day shows of its tests. */
export type DayMarks = Record<TestKind | 'light', number> & { done: boolean; overdue: boolean; failed: boolean }

/** The marks of each day with tests; a day is done when all its tests have run. */
export function marksByDay(
  rows: readonly CalendarRow[],
  failed: (test: TestRun) => boolean,
  lightRepeats: readonly LightRepeat[] = [],
): Map<string, DayMarks> {
  const marks = new Map<string, DayMarks>()
  const emptyMarks = { functional: 0, autonomy: 0, light: 0, done: true, overdue: false, failed: false }
  for (const { day, overdue } of lightRepeats) {
    const dayMarks = marks.get(day) ?? emptyMarks
    marks.set(day, { ...dayMarks, light: dayMarks.light + 1, done: false, overdue: dayMarks.overdue || overdue })
  }
  for (const { day, kind, test, overdue } of rows) {
    const dayMarks = marks.get(day) ?? emptyMarks
    marks.set(day, {
      ...dayMarks,
      [kind]: dayMarks[kind] + 1,
      done: dayMarks.done && test !== null,
      overdue: dayMarks.overdue || overdue,
      failed: dayMarks.failed || (test !== null && failed(test)),
    })
  }
  return marks
}
