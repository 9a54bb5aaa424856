import { describe, expect, it } from 'vitest'
import { type PlantRole, plantRoles } from '../../kernel/permissions.ts'
import { dateOfDay, dayOfDate, plantDay } from '../compliance/plant-day.ts'
import { type PlantFacts, weekOf } from './week.rules.ts'
import { maxListedDuties, week } from './week.ts'

const plant = { id: '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a', name: 'Hotel Bellavista', timezone: 'Europe/Rome' }
const today = dayOfDate('2026-11-20')
const testAt = (day: number, kind: 'functional' | 'autonomy' = 'functional') => ({
  kind,
  at: { at: `${dateOfDay(day)}T20:00:00.000Z`, day },
  count: 1,
})

const factsWith = (facts: Partial<PlantFacts> = {}): PlantFacts => ({
  plant,
  role: 'installerAdministrator',
  today,
  tests: [],
  repairs: [],
  signature: null,
  batteries: 0,
  invitations: 0,
  ...facts,
})
const everything = (role: PlantRole) =>
  factsWith({
    role,
    tests: [testAt(today)],
    repairs: [{ due: today, count: 2 }],
    signature: { month: '2026-10', due: today },
    batteries: 3,
    invitations: 1,
  })

describe('duties of a role', () => {
  it.each<[PlantRole, string[]]>([
    ['installerAdministrator', ['test', 'repair', 'signature', 'battery', 'invitation']],
    ['installerStaff', ['test', 'repair', 'battery']],
    ['installerReadOnly', ['test', 'repair', 'battery']],
    ['clientOwner', ['test', 'repair', 'signature', 'invitation']],
    ['clientStaff', ['test']],
  ])('%s', (role, kinds) => {
    expect(weekOf([everything(role)]).totals.map(({ kind }) => kind)).toEqual(kinds)
  })

  it('are only seen by those who may not do them', () => {
    const allowed = (role: PlantRole) => weekOf([everything(role)]).duties.map(({ allowed: isAllowed }) => isAllowed)
    expect(allowed('installerStaff')).toEqual([true, true, true])
    expect(allowed('installerReadOnly')).toEqual([true, false, false])
    expect(allowed('clientOwner')).toEqual([true, false, true, true])
  })

  it('have every role covered', () => {
    expect(plantRoles.every((role) => week.safeParse(weekOf([everything(role)])).success)).toBe(true)
  })
})

describe('the week', () => {
  it.each([
    [-1, true, true],
    [0, true, false],
    [6, true, false],
    [7, false, false],
  ])('with a duty due in %i days', (days, isInWeek, overdue) => {
    const found = weekOf([factsWith({ repairs: [{ due: today + days, count: 4 }] })])
    const day = dateOfDay(today + days)
    expect(found.duties).toMatchObject(isInWeek ? [{ kind: 'repair', day, overdue, count: 4 }] : [])
    expect(found.next).toEqual(isInWeek ? null : expect.objectContaining({ kind: 'repair', day, overdue: false }))
  })

  it('counts the days of each plant', () => {
    const at = new Date('2026-11-20T23:30:00Z')
    const dutyIn = (timezone: string) => {
      const day = plantDay(at, timezone)
      return factsWith({
        plant: { ...plant, timezone },
        today: day,
        repairs: [{ due: dayOfDate('2026-11-20'), count: 1 }],
      })
    }
    const found = weekOf([dutyIn('Europe/Rome'), dutyIn('Europe/Lisbon')])
    expect(found.duties.map(({ plant: of, overdue }) => [of?.timezone, overdue])).toEqual([
      ['Europe/Rome', true],
      ['Europe/Lisbon', false],
    ])
    expect(found.totals).toMatchObject([{ kind: 'repair', count: 2, overdue: 1, plants: 1, plantId: plant.id }])
  })

  it('combines tests of a kind and day, and all overdue repairs', () => {
    const tests = [testAt(today + 1), testAt(today + 1), testAt(today + 2), testAt(today + 1, 'autonomy')]
    const repairs = [5, 9, 2].map((late) => ({ due: today - late, count: late }))
    const { duties } = weekOf([factsWith({ tests, repairs })])
    expect(duties.map(({ kind, day, count, test }) => [test?.kind ?? kind, day, count])).toEqual([
      ['repair', '2026-11-11', 16],
      ['functional', '2026-11-21', 2],
      ['autonomy', '2026-11-21', 1],
      ['functional', '2026-11-22', 1],
    ])
  })

  it('without duties names the first later one', () => {
    const later = factsWith({
      tests: [testAt(today + 30), testAt(today + 12)],
      signature: { month: '2026-11', due: today + 24 },
    })
    expect(weekOf([later])).toMatchObject({ duties: [], totals: [], next: { kind: 'test', day: '2026-12-02' } })
    expect(weekOf([])).toEqual({ duties: [], totals: [], next: null, plants: 0 })
  })

  it('totals all duties of many plants, lists the first ones, and stays small', () => {
    const name = 'é'.repeat(120)
    const plants = Array.from({ length: 2_000 }, (_, n) =>
      factsWith({
        plant: { ...plant, id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`, name },
        tests: [testAt(today + (n % 7))],
        batteries: 2,
      }),
    )
    const found = weekOf(plants, 5)
    expect(found.totals).toMatchObject([
      { kind: 'test', count: 2_000, day: '2026-11-20', plants: 2_000 },
      { kind: 'battery', count: 4_000, day: null },
      { kind: 'account', count: 5, plants: 0, plantId: null },
    ])
    expect(found.duties).toHaveLength(maxListedDuties)
    expect(Buffer.byteLength(JSON.stringify(found))).toBeLessThan(100_000)
  })
})
