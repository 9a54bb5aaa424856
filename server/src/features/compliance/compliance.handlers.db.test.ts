import { randomUUID } from 'node:crypto'
import type { RuleId } from '@vigilux/contract/features/compliance/rule-ids.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import { lampDetailFixture } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { testResultTable } from '../emergency-tests/emergency-tests.schema.ts'
import { insertPastTests } from '../emergency-tests/index.ts'
import { addEntries, type EntryDraft } from '../logbook/index.ts'
import { plantMemberTable } from '../members/members.schema.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let unitId: string
const members = new Map<PlantRole, User>()
let nonMember: User
const topic = 'logica_0A1B2C'

beforeAll(async () => {
  plant = await openPlantWithUnit()
  const { server, plantId } = plant
  nonMember = await server.create.user()
  for (const role of ['installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'] as const) {
    const user = await server.create.user()
    members.set(role, user)
    const since = server.clock.now()
    await server.database.db
      .insert(plantMemberTable)
      .values({ plantId, userId: user.userId, role, invitedBy: null, since })
  }
  members.set('installerAdministrator', plant.installer)
  const units = centralUnitTable
  const [row] = await server.database.db
    .update(units)
    .set({ addedAt: new Date('2025-01-01T12:00:00Z') })
    .returning()
  unitId = row?.id ?? ''
  await lampDetailFixture(server, topic, {})
})
afterAll(() => plant.server.stop())

const readCompliance = (input: { month?: string } = {}, caller = plant.installer) =>
  plant.server.as(caller).call('getCompliance', { plantId: plant.plantId, ...input })
const ruleOf = async (rule: RuleId, input: { month?: string } = {}) =>
  (await readCompliance(input)).rules.find((one) => one.rule === rule)

type Given = {
  kind?: 'functional' | 'autonomy'
  receivedAt?: string
  lamps?: number[]
  measuredS?: number
  clockWrong?: boolean
}

/** A test of the four lamps, with results at a time. */
const addTest = async (
  at: string,
  { kind = 'functional', receivedAt, lamps = [1, 2, 3, 4], ...overrides }: Given = {},
) => {
  const id = randomUUID()
  const [startedOn, ended] = [new Date(at), new Date(Date.parse(at) + 3_600_000)]
  const { database } = plant.server
  await plant.server.inTransaction((work) =>
    insertPastTests(
      work,
      [
        {
          id,
          plantId: plant.plantId,
          centralUnitId: unitId,
          unit: topic,
          kind,
          trigger: 'user',
          state: 'finished',
          requestedAt: startedOn,
          startedAt: startedOn,
          endedAt: ended,
          lamps,
          ratedMin: 60,
        },
      ],
      lamps.map((lamp) => ({
        testId: id,
        lamp,
        serial: `A1B2C${lamp}`,
        description: '',
        location: '',
        result: 'passed',
        reason: null,
        measuredS: overrides.measuredS ?? null,
        ratedMin: 60,
        at: startedOn,
      })),
    ),
  )
  const results = testResultTable
  const receipt = { receivedAt: new Date(receivedAt ?? at), clockWrong: overrides.clockWrong ?? false }
  await database.db.update(results).set(receipt).where(eq(results.testId, id))
  return id
}

describe('compliance of a plant', () => {
  it('without data is unknown for every rule in every tier', async () => {
    const { server } = plant
    const owner = await server.create.user()
    const empty = await server.create.plant({ pro: false, members: { clientOwner: owner.userId } })
    const { verdict, untested, rules, profile } = await server.as(owner).call('getCompliance', { plantId: empty })
    expect(verdict).toMatchObject({ state: 'unknown', notMet: 0, met: 0, unknown: rules.length })
    expect([untested, profile.profile, profile.byDefault]).toEqual([true, 'italy', true])
    const { weeks } = await server.as(owner).call('getComplianceWeeks', { plantId: empty })
    expect(weeks.every(({ state }) => state === 'unknown')).toBe(true)
  })

  it('lists the currently inhibited lamps, but not for a past month', async () => {
    expect((await readCompliance()).now).toMatchObject({ inhibited: 0, onBattery: 0 })
    const { db } = plant.server.database
    const third = and(eq(lampTable.centralUnitId, unitId), eq(lampTable.addr, 3))
    await db.update(lampTable).set({ mode: 'inhibited', condition: 'inhibited' }).where(third)
    expect((await readCompliance()).now).toMatchObject({ inhibited: 1, onBattery: 0 })
    expect((await readCompliance({ month: '2026-02' })).now).toBeNull()
    await db.update(lampTable).set({ mode: 'normal', condition: 'ok' }).where(third)
  })

  it('lists untested lamps and becomes met with a passed test', async () => {
    const before = await ruleOf('R1')
    expect(before).toMatchObject({
      state: 'notMet',
      count: 4,
      limit: 31,
      since: '2025-02-02',
      remedy: 'functionalTest',
    })
    expect(before?.evidence[0]).toMatchObject({ what: 'neverTested', cu: topic, addr: 1, name: 'A1B2C1' })
    const startedTest = await plant.client.call('ftest', { ...plant.unit, addr: [] })
    const at = '2026-03-02T09:00:00Z'
    const start = { t: startedTest.test.id, k: 'F', by: 1, a: [1, 2, 3, 4] }
    await plant.sendMessage('record', { boot: 1, seq: 1, at, kind: 'test.start', body: start })
    plant.drainEvents()
    for (const lamp of [1, 2, 3, 4]) {
      const body = [startedTest.test.id, lamp, `A1B2C${lamp}`, 0, 0, 60]
      await plant.sendMessage('record', { boot: 1, seq: 1 + lamp, at, kind: 'test.result', body })
    }
    expect(plant.drainEvents()).toContain('ftest')
    expect(await ruleOf('R1')).toMatchObject({ state: 'met', evidence: [{ what: 'lastTest' }] })
    expect((await readCompliance()).verdict.state).toBe('notMet')
  })

  it('follows the profile of the installer administrator, with an audit entry', async () => {
    const { server, plantId } = plant
    const choice = { profile: 'germany', edition: '2004', alwaysOpen: true } as const
    for (const [role, user] of members) {
      const refusal = await server.as(user).refusal('setComplianceProfile', { plantId, ...choice })
      expect(refusal, role).toBe(role === 'installerAdministrator' ? null : 'NOT_ALLOWED')
      const { profile } = await readCompliance({}, user)
      expect(profile.byDefault).toBe(role !== 'installerAdministrator')
    }
    expect(await server.as(nonMember).refusal('setComplianceProfile', { plantId, ...choice })).toBe('PLANT_NOT_FOUND')
    expect(await server.as(nonMember).refusal('getCompliance', { plantId })).toBe('PLANT_NOT_FOUND')
    expect(await server.as(nonMember).refusal('getComplianceWeeks', { plantId })).toBe('PLANT_NOT_FOUND')
    expect(plant.drainEvents()).toContain('complianceProfile')
    const { profile, rules, notRequired } = await readCompliance()
    expect(profile).toMatchObject({ ...choice, lastDay: '2027-05-27', documents: ['DIN EN 50172:2004'] })
    expect(rules.find(({ rule }) => rule === 'R1')).toMatchObject({ limit: 8 })
    expect(notRequired).toEqual(['R15', 'R18'])
    const { entries } = await plant.client.call('getAudit', { plantId })
    const changeEntry = entries.find(({ action, changes }) => action === 'setComplianceProfile' && changes.length > 0)
    expect(JSON.stringify(changeEntry)).toContain('germany')
    await plant.client.call('setComplianceProfile', { plantId, profile: 'italy', edition: '2024', alwaysOpen: false })
  })

  it('ignores a test with a wrong clock', async () => {
    await addTest('2026-03-01T09:00:00Z', { kind: 'autonomy', clockWrong: true })
    expect(await ruleOf('R2')).toMatchObject({ state: 'notMet', count: 4 })
  })

  it('reports an early discharge before a test and the measured duration', async () => {
    await addTest('2026-02-26T12:00:00Z', { kind: 'autonomy', measuredS: 5000 })
    await addTest('2026-02-27T08:00:00Z', { kind: 'autonomy', lamps: [1, 2], measuredS: 1380 })
    expect(await ruleOf('R4')).toMatchObject({ state: 'notMet', evidence: [{ what: 'tooSoon', value: 19, limit: 24 }] })
    const monthRule = await ruleOf('R22')
    expect(monthRule).toMatchObject({ state: 'notMet', count: 2, since: '2026-02-27' })
    expect(monthRule?.evidence[0]).toMatchObject({ what: 'measured', addr: 1, value: 23, limit: 60 })
    expect(await ruleOf('R2')).toMatchObject({ state: 'met' })
  })
})

it('the rules report missing logbook items and the responsible person', async () => {
  expect(await ruleOf('R16')).toMatchObject({
    state: 'notMet',
    remedy: 'logbook',
    evidence: [{ what: 'noResponsible' }, { what: 'noDrawings' }],
  })
  const items = async () => (await ruleOf('R13'))?.evidence.map(({ item }) => item)
  expect(await items()).toEqual(expect.arrayContaining(['certificates', 'services', 'alterations', 'automaticTester']))
  const signer = { userId: null, name: 'Paolo Zanatta' }
  const at = new Date('2026-03-01T09:00:00Z')
  const entryDefaults = { plantId: plant.plantId, at, by: signer, recordedAt: at }
  const write = (...drafts: object[]) =>
    plant.server.inTransaction(async (work) =>
      addEntries(
        work,
        drafts.map((draft) => ({ ...entryDefaults, ...draft }) as EntryDraft),
      ),
    )
  await write(
    { kind: 'drawings', facts: { dated: '2026-02-28' } },
    { kind: 'certificate', facts: { of: 'commissioning' } },
    { kind: 'inspectionMonthly', facts: { result: 'passed' } },
    { kind: 'automaticTester' },
  )
  const { rows } = await plant.server.database.pool.query('select ref from logbook_person where name = $1', [
    signer.name,
  ])
  await write({ kind: 'responsiblePerson', named: signer, facts: { person: rows[0].ref } })
  expect((await readCompliance()).responsible).toBe('Paolo Zanatta')
  for (const rule of ['R13', 'R16'] as const) expect(await ruleOf(rule)).toMatchObject({ state: 'met', evidence: [] })
  await write({ kind: 'alteration' })
  expect(await ruleOf('R16')).toMatchObject({ state: 'met', due: '2026-03-15', evidence: [{ what: 'drawingsOld' }] })
  expect(await ruleOf('R16', { month: '2026-02' })).toMatchObject({ state: 'notMet', count: 2 })
})

describe('past month', () => {
  it('is judged as known at its end, with later results listed', async () => {
    await addTest('2025-10-05T09:00:00Z')
    await addTest('2025-11-28T09:00:00Z', { receivedAt: '2025-12-05T09:00:00Z' })
    const november = await readCompliance({ month: '2025-11' })
    expect(november).toMatchObject({ at: '2025-11-30T22:59:59.999Z', month: '2025-11' })
    expect(november.rules.find(({ rule }) => rule === 'R1')).toMatchObject({
      state: 'notMet',
      since: '2025-11-06',
      count: 4,
      later: [{ what: 'arrivedLater', addr: 1, at: '2025-11-28T09:00:00.000Z' }, {}, {}, {}],
    })
    expect(november.todayOnly).toContain('R23')
    expect(await ruleOf('R1', { month: '2025-10' })).toMatchObject({ state: 'met', later: [] })
    expect(await ruleOf('R1', { month: '2025-12' })).toMatchObject({ state: 'notMet', since: '2025-12-30' })
  })

  it('that has not ended or does not exist is refused', async () => {
    const { plantId } = plant
    expect(await plant.client.refusal('getCompliance', { plantId, month: '2026-03' })).toBe('MONTH_NOT_PAST')
    expect(await plant.client.refusal('getCompliance', { plantId, month: '2025-13' })).toBe('INVALID_INPUT')
  })

  it('and each week of the last year follow the same rules', async () => {
    const { weeks } = await plant.client.call('getComplianceWeeks', { plantId: plant.plantId })
    expect(weeks).toHaveLength(53)
    const weekOf = (day: string) => weeks.find((week) => week.day >= day)
    expect(weekOf('2025-10-06')?.notMet).not.toContain('R1')
    expect(weekOf('2025-11-20')?.notMet).toContain('R1')
    expect(weekOf('2025-12-08')?.notMet).not.toContain('R1')
    expect(weeks.at(-1)).toMatchObject({ day: '2026-03-02', notMet: ['R22'] })
  })
})

describe('unit fault', () => {
  const faultOf = async (kind: 'unitFault' | 'unitFaultCleared', at: string, isReported: boolean) => {
    const { server, plantId } = plant
    await server.inTransaction(async (work) =>
      addEntries(work, [{ plantId, kind, facts: { error: 'charger' }, at: new Date(at), unit: topic } as EntryDraft]),
    )
    await server.database.db.update(centralUnitTable).set({ errors: isReported ? ['charger'] : [] })
  }

  it('is open for the repair time and ends when reported', async () => {
    await faultOf('unitFault', '2026-01-05T09:00:00Z', true)
    const found = await ruleOf('R11')
    expect(found).toMatchObject({ state: 'notMet', since: '2026-02-05' })
    expect(found?.evidence).toContainEqual(
      expect.objectContaining({ what: 'openFault', cu: topic, at: '2026-01-05T09:00:00.000Z' }),
    )
    await faultOf('unitFaultCleared', '2026-02-20T09:00:00Z', false)
    const ofUnit = async (month?: string) =>
      (await ruleOf('R11', month ? { month } : {}))?.evidence.filter(
        ({ cu, addr }) => cu === topic && addr === undefined,
      )
    expect(await ofUnit()).toEqual([])
    expect(await ofUnit('2026-01')).toHaveLength(1)
    expect(await ofUnit('2026-02')).toEqual([])
  })
})

it('a Basic plant has the same verdict but shows only 30 days', async () => {
  const { server, plantId } = plant
  const [before, pastMonth] = [await readCompliance(), await readCompliance({ month: '2025-11' })]
  await server.database.pool.query('update plant set ever_pro = false, pro_expiry = null where id = $1', [plantId])
  const [after, pastAfter] = [await readCompliance(), await readCompliance({ month: '2025-11' })]
  expect(after.verdict).toEqual(before.verdict)
  expect(after.rules.map(({ rule, state, count }) => [rule, state, count])).toEqual(
    before.rules.map(({ rule, state, count }) => [rule, state, count]),
  )
  expect(pastAfter.verdict).toEqual(pastMonth.verdict)
  expect(pastAfter.rules.flatMap(({ evidence, later }) => [...evidence, ...later]).filter(({ at }) => at)).toEqual([])
})

it('logbook items have their own dates, and a new defect affects no past', async () => {
  const evidence = async () => {
    const rule = await ruleOf('R13')
    return [rule?.state, rule?.evidence.find(({ item }) => item === 'defects')]
  }
  const { plantId, client: administrator } = plant
  const write = (kind: 'defect' | 'alteration', at: string) =>
    administrator.call('addLogbookEntry', { plantId, kind, text: 'Dark', at })
  for (const [item, facts] of [
    ['certificate', { of: 'commissioning' }],
    ['drawings', { dated: '2026-03-01' }],
    ['service', {}],
    ['inspectionMonthly', {}],
    ['automaticTester', {}],
  ] as const)
    await administrator.call('addLogbookEntry', {
      plantId,
      kind: item,
      text: '-',
      at: '2026-03-01T09:00:00Z',
      ...facts,
    })
  expect(await evidence()).toEqual(['met', undefined])
  await write('defect', '2026-03-02T08:00:00Z')
  expect(await evidence()).toEqual(['met', { what: 'itemMissing', item: 'defects', at: '2026-03-02T08:00:00.000Z' }])
  expect(await ruleOf('R13')).toMatchObject({ due: '2026-03-16' })
  await write('defect', '2026-02-01T08:00:00Z')
  expect(await ruleOf('R13')).toMatchObject({ state: 'notMet', since: '2026-02-16' })
})
