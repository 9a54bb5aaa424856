import { isClientRole, type PlantPermission, type PlantRole, roleMay } from '../../kernel/permissions.ts'
import type { Moment } from '../compliance/facts.ts'
import { dateOfDay } from '../compliance/plant-day.ts'
import type { TestKind } from '../emergency-tests/test-run.ts'
import { type Duty, type DutyKind, type DutyTotal, dutyKinds, maxListedDuties, type Week, weekDays } from './week.ts'

/** Facts of a plant from which its duties follow. Days are counted as by `plantDay`. */
export type PlantFacts = {
  plant: { id: string; name: string; timezone: string }
  /** Role of the caller. */
  role: PlantRole
  today: number
  /** Next tests of units. */
  tests: readonly { kind: TestKind; at: Moment; count: number }[]
  /** Repairs by their last day in time. */
  repairs: readonly { due: number; count: number }[]
  /** Next month to sign, and its last day in time. */
  signature: { month: string; due: number } | null
  /** Batteries to replace for open faults. */
  batteries: number
  /** Open invitations the caller may send again. */
  invitations: number
}

/** A duty with its day as a number; null without a limit. */
type DayDuty = { duty: Duty; due: number | null; today: number }

type PlantDutyKind = Exclude<DutyKind, 'account'>

const permissionOf = {
  test: 'plant.view',
  repair: 'plant.operate',
  signature: 'logbook.sign',
  battery: 'plant.operate',
  invitation: 'members.delegate',
} as const satisfies Record<PlantDutyKind, PlantPermission>

/** Whether a role sees duties of a kind. Owners see the repairs, read-only installers all work on devices. */
export const seesDuty = (role: PlantRole, kind: PlantDutyKind): boolean => {
  if (kind === 'repair') return role !== 'clientStaff'
  if (kind === 'battery') return !isClientRole(role)
  return roleMay(role, permissionOf[kind])
}

type Item = { due: number | null; count: number; test?: Duty['test']; month?: string }

/** One item per day; overdue ones are combined, dated by the earliest. */
const combineByDay = (items: readonly Item[], today: number): Item[] => {
  const groups = Map.groupBy(items, ({ due }) => (due !== null && due < today ? 'overdue' : due))
  return [...groups.values()].flatMap((group) => {
    const [first] = group.toSorted((a, b) => (a.due ?? 0) - (b.due ?? 0))
    return first ? [{ ...first, count: group.reduce((sum, one) => sum + one.count, 0) }] : []
  })
}

const itemsOf = (facts: PlantFacts): Record<PlantDutyKind, Item[]> => {
  const sortedTests = facts.tests.toSorted((a, b) => a.at.at.localeCompare(b.at.at))
  const testItems = sortedTests.map(({ kind, at, count }) => ({ due: at.day, count, test: { kind, at: at.at } }))
  const testsByKind = Map.groupBy(testItems, ({ test }) => test.kind)
  const undated = (count: number): Item[] => (count > 0 ? [{ due: null, count }] : [])
  return {
    test: [...testsByKind.values()].flatMap((tests) => combineByDay(tests, facts.today)),
    repair: combineByDay(facts.repairs, facts.today),
    signature: facts.signature ? [{ ...facts.signature, count: 1 }] : [],
    battery: undated(facts.batteries),
    invitation: undated(facts.invitations),
  }
}

const plantDutyKinds = dutyKinds.filter((kind) => kind !== 'account')

/** All duties of a role in a plant, in this week and later. */
const dutiesOfPlant = (facts: PlantFacts): DayDuty[] => {
  const items = itemsOf(facts)
  return plantDutyKinds
    .filter((kind) => seesDuty(facts.role, kind))
    .flatMap((kind) =>
      items[kind].map(({ due, count, test = null, month = null }) => {
        const permission = permissionOf[kind]
        const overdue = due !== null && due < facts.today
        const day = due === null ? null : dateOfDay(due)
        const allowed = roleMay(facts.role, permission)
        return {
          due,
          today: facts.today,
          duty: { kind, plant: facts.plant, day, overdue, count, permission, allowed, test, month },
        }
      }),
    )
}

const accountDuties = (waitingAccounts: number): DayDuty[] => {
  if (waitingAccounts === 0) return []
  const noDetails = { plant: null, day: null, overdue: false, test: null, month: null }
  const duty: Duty = { kind: 'account', ...noDetails, count: waitingAccounts, permission: 'admin.nto', allowed: true }
  return [{ duty, due: null, today: 0 }]
}

/** Sorts by day, without a day last; then by kind and plant. */
const compareDuties = (a: DayDuty, b: DayDuty): number => {
  const [dueA, dueB] = [a.due ?? Number.MAX_SAFE_INTEGER, b.due ?? Number.MAX_SAFE_INTEGER]
  if (dueA !== dueB) return dueA - dueB
  const byKind = dutyKinds.indexOf(a.duty.kind) - dutyKinds.indexOf(b.duty.kind)
  return byKind || (a.duty.plant?.name ?? '').localeCompare(b.duty.plant?.name ?? '')
}

const countOf = (duties: readonly Duty[]): number => duties.reduce((sum, { count }) => sum + count, 0)

const totalOf = (kind: DutyKind, duties: readonly Duty[]): DutyTotal => {
  const [firstPlantId = null, ...otherIds] = new Set(duties.flatMap(({ plant }) => plant?.id ?? []))
  return {
    kind,
    count: countOf(duties),
    overdue: countOf(duties.filter(({ overdue }) => overdue)),
    day: duties[0]?.day ?? null,
    allowed: duties.some(({ allowed }) => allowed),
    plants: firstPlantId === null ? 0 : 1 + otherIds.length,
    plantId: firstPlantId,
  }
}

/** Duties of this week: overdue, due within it, or without a limit. */
export const weekOf = (plants: readonly PlantFacts[], waitingAccounts = 0): Week => {
  const allDuties = [...plants.flatMap(dutiesOfPlant), ...accountDuties(waitingAccounts)].sort(compareDuties)
  const isInWeek = ({ due, today }: DayDuty) => due === null || due < today + weekDays
  const weekDuties = allDuties.filter(isInWeek).map(({ duty }) => duty)
  const byKind = Map.groupBy(weekDuties, ({ kind }) => kind)
  return {
    duties: weekDuties.slice(0, maxListedDuties),
    totals: [...byKind].map(([kind, duties]) => totalOf(kind, duties)),
    next: allDuties.find((one) => !isInWeek(one))?.duty ?? null,
    plants: plants.length,
  }
}
