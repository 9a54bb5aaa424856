import type { EntryDraft, Person } from '../features/logbook/index.ts'
import type { PastTestRun } from './demo-past.ts'
import type { Remarks } from './demo-remarks.ts'
import { dayMs } from './past-batteries.ts'

const hourMs = 3_600_000

/** Authors of the demo's logbooks. */
export type Writers = Readonly<Record<'installer' | 'technician' | 'owner', Person>>
type PastUnit = { centralUnitId: string; unit: string; runs: readonly PastTestRun[] }
type PastPlant = {
  id: string
  from: number
  now: number
  units: readonly PastUnit[]
  tests: readonly EntryDraft[]
  remarks: Remarks
}

/** An entry whose content may reference others by their numbers. */
type PlannedEntry = { at: number; key?: string; make(numberOf: (key: string) => number | null, no: number): EntryDraft }

const firstOfMonths = (from: number, now: number): number[] => {
  const first = new Date(from)
  const months: number[] = []
  for (let n = 1; ; n += 1) {
    const at = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + n, 2, 8, 20)
    if (at >= now) return months
    months.push(at)
  }
}

const passedResult = { facts: { result: 'passed' }, result: 'passed' } as const

/** The entries of the handover, before the first test. */
const handoverEntries = (
  { id: plantId, from, units, remarks }: PastPlant,
  { installer, owner }: Writers,
): PlannedEntry[] => {
  const hoursAfterStart = (n: number): number => from - dayMs + n * hourMs
  const day = new Date(from - 2 * dayMs).toISOString().slice(0, 10)
  const entry = (at: number, draft: object, author: Person): PlannedEntry => ({
    at,
    make: () => ({ plantId, at: new Date(at), by: author, ...draft }) as EntryDraft,
  })
  const enrolled = units.map(({ centralUnitId, unit }) =>
    entry(hoursAfterStart(8), { kind: 'unitEnrolled', centralUnitId, unit }, installer),
  )
  return [
    ...enrolled,
    entry(hoursAfterStart(9), { kind: 'drawings', facts: { dated: day }, text: remarks.asBuilt }, installer),
    entry(hoursAfterStart(10), { kind: 'certificate', facts: { of: 'commissioning' } }, installer),
    entry(hoursAfterStart(11), { kind: 'automaticTester', text: remarks.tester }, installer),
    entry(hoursAfterStart(12), { kind: 'responsiblePerson', named: owner }, installer),
    entry(hoursAfterStart(13), { kind: 'inspectionPhotometric', ...passedResult }, installer),
  ]
}

/** Monthly inspections of the lamps, and the owner's signature. */
const monthly = ({ id: plantId, from, now, remarks }: PastPlant, { technician, owner }: Writers): PlannedEntry[] =>
  firstOfMonths(from, now).flatMap((at, n): PlannedEntry[] => {
    const inspectedAt = at - 8 * dayMs
    const month = new Date(at - 5 * dayMs).toISOString().slice(0, 7)
    // Every fifth inspection covers each lamp completely, as the edition of 2024 requires twice a year.
    const inspection = { plantId, at: new Date(inspectedAt), by: technician }
    const makeInspection = (): EntryDraft =>
      n % 5 === 4
        ? { ...inspection, ...passedResult, kind: 'inspectionVisual' }
        : { ...inspection, ...passedResult, kind: 'inspectionMonthly' }
    const signed: PlannedEntry = {
      at,
      make: (_, no) => ({
        plantId,
        at: new Date(at),
        by: owner,
        kind: 'signature',
        facts: { month, upTo: no - 1 },
      }),
    }
    const service: PlannedEntry = {
      at: inspectedAt + hourMs,
      make: () => ({
        plantId,
        at: new Date(inspectedAt + hourMs),
        by: technician,
        kind: 'service',
        text: remarks.service,
      }),
    }
    return [
      ...(inspectedAt > from ? [{ at: inspectedAt, make: makeInspection }] : []),
      ...(n % 6 === 5 ? [service] : []),
      ...(now - at > hourMs ? [signed] : []),
    ]
  })

/** Test failures and repairs: each lamp with its remedy. */
const defects = ({ id: plantId, units, remarks }: PastPlant, { technician }: Writers): PlannedEntry[] =>
  units.flatMap(({ centralUnitId, unit, runs }) =>
    runs.flatMap((run) => {
      if (run.by === 'technician') return []
      return run.findings.flatMap(({ lamp, result, reason, at }): PlannedEntry[] => {
        const repairRun = runs.find(
          (laterRun) =>
            laterRun.by === 'technician' &&
            laterRun.startedAt > run.startedAt &&
            laterRun.findings.some((one) => one.lamp.addr === lamp.addr),
        )
        if (result !== 'failed' || !repairRun) return []
        const key = `${unit} ${lamp.addr} ${run.startedAt}`
        const where = { plantId, centralUnitId, unit, lamp: lamp.addr, lampSerial: lamp.serial, by: technician }
        const seenAt = Math.min(repairRun.startedAt - hourMs, at + dayMs)
        const text = (reason && remarks.defects[reason]) ?? ''
        const defect: EntryDraft = { ...where, kind: 'defect', at: new Date(seenAt), text }
        const remedied = new Date(repairRun.startedAt - hourMs / 2)
        return [
          { at: seenAt, key, make: () => defect },
          {
            at: remedied.getTime(),
            make: (numberOf) => ({
              ...where,
              kind: 'remedy',
              at: remedied,
              about: numberOf(key),
              text: remarks.remedy,
            }),
          },
        ]
      })
    }),
  )

/**
 * The logbook of a plant since it was taken into use, in order of time, as if each entry had been written at its time.
 */
export const logbookOf = (plant: PastPlant, writers: Writers): EntryDraft[] => {
  const plannedEntries: PlannedEntry[] = [
    ...plant.tests.map((draft): PlannedEntry => ({ at: draft.at.getTime(), make: () => draft })),
    ...handoverEntries(plant, writers),
    ...monthly(plant, writers),
    ...defects(plant, writers),
  ].toSorted((a, b) => a.at - b.at)
  const numbers = new Map(plannedEntries.flatMap(({ key }, n) => (key === undefined ? [] : [[key, n + 1] as const])))
  return plannedEntries.map(({ make }, n) => make((key) => numbers.get(key) ?? null, n + 1))
}
