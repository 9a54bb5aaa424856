import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plantTable } from '../../tables/plants.schema.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { addMember } from '../members/index.ts'
import { updateStats } from '../overview/index.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
const code = 'lamp.battery_short'
let seq = 0

const updatePlantStats = () => plant.server.inTransaction(updateStats)
/** Lamps report a short-circuited battery, or good health. */
const report = async (lamps: Record<number, 'fault' | 'well'>) => {
  const l = Object.entries(lamps).map(([addr, state]) => [
    Number(addr),
    `A1B2C${addr}`,
    0,
    2,
    8,
    0,
    2,
    254,
    30,
    254,
    1,
    1,
    state === 'fault' ? 2 : 0,
    'ST-8',
    '1.0',
  ])
  await plant.sendMessage('state', { boot: 1, seq: ++seq, at: plant.server.clock.now().toISOString(), body: { l } })
  await updatePlantStats()
}
const open = async (client = plant.client) => (await client.call('getAttention', {})).causes
const findCause = async (client = plant.client) => {
  const [first, ...others] = (await open(client)).filter((cause) => cause.code === code)
  expect(others).toEqual([])
  return first
}
const countSnoozed = async (client = plant.client) => (await client.call('getAttention', { limit: 0 })).snoozed
const cause = () => ({ ...plant.unit, code })
const pass = (hours: number) => {
  plant.server.clock.time = new Date(inHours(hours))
}
const inHours = (hours: number) => new Date(plant.server.clock.now().getTime() + hours * 3_600_000).toISOString()
const snooze = (hours: number, client = plant.client) =>
  client.call('snoozeAttention', { ...cause(), snooze: { backAt: inHours(hours), reason: 'Batteries come on Monday' } })

let colleague: Awaited<ReturnType<typeof memberOf>>
const memberOf = async (role: 'installerStaff' | 'installerReadOnly' | 'clientStaff') => {
  const user = await plant.server.create.user()
  await plant.server.inTransaction(({ tx }) =>
    addMember(tx, {
      plantId: plant.plantId,
      userId: user.userId,
      role,
      invitedBy: null,
      since: plant.server.clock.now(),
    }),
  )
  return { ...user, as: plant.server.as(user) }
}

beforeAll(async () => {
  plant = await openPlantWithUnit()
  colleague = await memberOf('installerStaff')
})
afterAll(() => plant.server.stop())
beforeEach(async () => {
  await report({ 1: 'well', 2: 'well', 3: 'well' })
  await report({ 1: 'fault' })
})

describe('attention list', () => {
  it('shows each cause once with its start', async () => {
    const startedAt = plant.server.clock.now()
    expect(await findCause()).toMatchObject({
      plant_id: plant.plantId,
      condition: 'error',
      count: 1,
      cu: plant.unit.topic,
      assignee: null,
      snoozed: null,
      mayAssign: true,
    })
    pass(1)
    await report({ 2: 'fault' })
    const laterCause = await findCause()
    expect(laterCause?.count).toBe(2)
    expect(Date.parse(laterCause?.since ?? '')).toBeLessThanOrEqual(startedAt.getTime())
    const { causes: _, ...totals } = await plant.client.call('getAttention', {})
    expect(totals).toMatchObject({ total: 1, plants: 1, plantsOpen: 1, units: { total: 1, connected: 1 } })
  })

  it('is limited to members and hides archived plants', async () => {
    const nonMember = plant.server.as(await plant.server.create.user())
    expect(await nonMember.call('getAttention', {})).toMatchObject({ causes: [], total: 0, plants: 0 })
    const office = plant.server.as(await plant.server.create.user({ usertype: 'admin', scope: 'nto' }))
    expect(await office.call('getAttention', {})).toMatchObject({ causes: [], total: 0, plants: 0 })
    await plant.server.database.db.update(plantTable).set({ archivedAt: plant.server.clock.now() })
    expect(await open()).toEqual([])
    await plant.server.database.db.update(plantTable).set({ archivedAt: null })
    expect(await open()).toHaveLength(1)
  })
})

describe('assignment', () => {
  it('of a member is visible to everyone and ends with the cause', async () => {
    plant.drainEvents()
    await plant.client.call('assignAttention', { ...cause(), assignee: colleague.userId })
    expect(plant.server.broadcasts.map(({ event }) => event)).toEqual(['attention'])
    expect((await findCause(colleague.as))?.assignee).toMatchObject({ userid: colleague.userId })
    const { entries } = await plant.client.call('getAudit', { plantId: plant.plantId, page: 1 })
    const auditEntry = entries.find(({ action }) => action === 'assignAttention')
    expect(auditEntry?.things).toContainEqual(expect.objectContaining({ kind: 'person', id: colleague.userId }))
    // In the changes a name would outlast the person.
    expect(auditEntry?.changes).toEqual([{ field: 'hasAssignee', before: false, after: true }])
    await report({ 1: 'well' })
    await report({ 1: 'fault' })
    expect((await findCause())?.assignee).toBeNull()
  })

  it('survives a connection loss', async () => {
    await plant.client.call('assignAttention', { ...cause(), assignee: colleague.userId })
    await plant.sendMessage('online', { boot: 1, online: false, at: plant.server.clock.now().toISOString() })
    await updatePlantStats()
    expect((await findCause())?.assignee).toMatchObject({ userid: colleague.userId })
    await plant.sendMessage('online', {
      boot: 1,
      connection: 1,
      online: true,
      at: plant.server.clock.now().toISOString(),
    })
    await updatePlantStats()
    expect((await findCause())?.assignee).toMatchObject({ userid: colleague.userId })
    await plant.client.call('assignAttention', { ...cause(), assignee: null })
    expect((await findCause())?.assignee).toBeNull()
  })

  it('refuses non-members and closed causes, and ends with the membership', async () => {
    const { client } = plant
    const nonMember = await plant.server.create.user()
    expect(await client.refusal('assignAttention', { ...cause(), assignee: nonMember.userId })).toBe('MEMBER_NOT_FOUND')
    const missingCause = { ...cause(), code: 'lamp.charger', assignee: colleague.userId }
    expect(await client.refusal('assignAttention', missingCause)).toBe('ATTENTION_ENDED')
    const reader = await memberOf('installerReadOnly')
    expect(await reader.as.refusal('assignAttention', { ...cause(), assignee: null })).toBe('NOT_ALLOWED')
    expect((await findCause(reader.as))?.mayAssign).toBe(false)
    await client.call('assignAttention', { ...cause(), assignee: reader.userId })
    await client.call('rimuoviCollab', { plantId: plant.plantId, userId: reader.userId })
    expect((await findCause())?.assignee).toBeNull()
  })
})

describe('snoozing a cause', () => {
  it('affects only the person and ends on time', async () => {
    const client = await memberOf('clientStaff')
    await snooze(4, client.as)
    expect((await findCause(client.as))?.snoozed).toMatchObject({ reason: 'Batteries come on Monday' })
    expect((await findCause())?.snoozed).toBeNull()
    expect([await countSnoozed(client.as), await countSnoozed()]).toEqual([1, 0])
    pass(4)
    expect((await findCause(client.as))?.snoozed).toBeNull()
    expect(await countSnoozed(client.as)).toBe(0)
  })

  it('ends when the cause gets worse or the snooze is withdrawn', async () => {
    await snooze(4)
    await report({ 2: 'fault' })
    expect((await findCause())?.snoozed).toBeNull()
    expect(await countSnoozed()).toBe(0)
    await snooze(4)
    expect((await findCause())?.snoozed).not.toBeNull()
    await plant.client.call('snoozeAttention', { ...cause(), snooze: null })
    expect((await findCause())?.snoozed).toBeNull()
  })

  it.each([0, -1, 24 * 91])('refuses %s hours from now', async (hours) => {
    const wrongInput = { ...cause(), snooze: { backAt: inHours(hours), reason: 'Later' } }
    expect(await plant.client.refusal('snoozeAttention', wrongInput)).toBe('SNOOZE_TIME')
  })

  it('requires a reason and an open cause', async () => {
    const blank = { ...cause(), snooze: { backAt: inHours(1), reason: ' ' } }
    expect(await plant.client.refusal('snoozeAttention', blank)).toBe('INVALID_INPUT')
    const missingCause = { ...cause(), code: 'lamp.charger', snooze: null }
    expect(await plant.client.refusal('snoozeAttention', missingCause)).toBe('ATTENTION_ENDED')
  })
})
