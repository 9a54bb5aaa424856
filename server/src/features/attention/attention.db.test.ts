import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plantTable } from '../../tables/plants.schema.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { addMember } from '../members/index.ts'
import { updateStats } from '../overview/index.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
const code = 'lamp.battery_short'
let seq = 0

const keep = () => plant.server.inTransaction(updateStats)
/** Lamps report a short circuit of their battery, or that they are well. */
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
  await plant.say('state', { boot: 1, seq: ++seq, at: plant.server.clock.now().toISOString(), body: { l } })
  await keep()
}
const open = async (as = plant.as) => (await as.call('getAttention', {})).causes
const one = async (as = plant.as) => {
  const [first, ...others] = (await open(as)).filter((cause) => cause.code === code)
  expect(others).toEqual([])
  return first
}
const cause = () => ({ ...plant.unit, code })
const pass = (hours: number) => {
  plant.server.clock.time = new Date(inHours(hours))
}
const inHours = (hours: number) => new Date(plant.server.clock.now().getTime() + hours * 3_600_000).toISOString()
const snooze = (hours: number, as = plant.as) =>
  as.call('snoozeAttention', { ...cause(), snooze: { backAt: inHours(hours), reason: 'Batteries come on Monday' } })

let colleague: Awaited<ReturnType<typeof memberOf>>
const memberOf = async (role: 'installerStaff' | 'installerReadOnly' | 'clientStaff') => {
  const user = await plant.server.given.user()
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

describe('the list', () => {
  it('holds each cause once, since when it is there, and shows that the rest answers', async () => {
    const began = plant.server.clock.now()
    expect(await one()).toMatchObject({
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
    const later = await one()
    expect(later?.count).toBe(2)
    expect(Date.parse(later?.since ?? '')).toBeLessThanOrEqual(began.getTime())
    const { causes: _, ...sums } = await plant.as.call('getAttention', {})
    expect(sums).toMatchObject({ total: 1, plants: 1, plantsOpen: 1, units: { total: 1, connected: 1 } })
  })

  it('is of members alone, and holds no archived plant', async () => {
    const stranger = plant.server.as(await plant.server.given.user())
    expect(await stranger.call('getAttention', {})).toMatchObject({ causes: [], total: 0, plants: 0 })
    const office = plant.server.as(await plant.server.given.user({ usertype: 'admin', scope: 'nto' }))
    expect(await office.call('getAttention', {})).toMatchObject({ causes: [], total: 0, plants: 0 })
    await plant.server.database.db.update(plantTable).set({ archivedAt: plant.server.clock.now() })
    expect(await open()).toEqual([])
    await plant.server.database.db.update(plantTable).set({ archivedAt: null })
    expect(await open()).toHaveLength(1)
  })
})

describe('assigning', () => {
  it('names a member for everybody, in another browser too, and ends with the cause', async () => {
    plant.news()
    await plant.as.call('assignAttention', { ...cause(), assignee: colleague.userId })
    expect(plant.server.announced.map(({ event }) => event)).toEqual(['attention'])
    expect((await one(colleague.as))?.assignee).toMatchObject({ userid: colleague.userId })
    const { entries } = await plant.as.call('getAudit', { plantId: plant.plantId, page: 1 })
    const said = entries.find(({ action }) => action === 'assignAttention')
    expect(said?.things).toContainEqual(expect.objectContaining({ kind: 'person', id: colleague.userId }))
    // Among the changes a name would outlast the person.
    expect(said?.changes).toEqual([{ field: 'hasAssignee', before: false, after: true }])
    await report({ 1: 'well' })
    await report({ 1: 'fault' })
    expect((await one())?.assignee).toBeNull()
  })

  it('outlasts a line that is down', async () => {
    await plant.as.call('assignAttention', { ...cause(), assignee: colleague.userId })
    await plant.say('online', { boot: 1, online: false, at: plant.server.clock.now().toISOString() })
    await keep()
    expect(await one()).toBeUndefined()
    await plant.say('online', { boot: 1, connection: 1, online: true, at: plant.server.clock.now().toISOString() })
    await keep()
    expect((await one())?.assignee).toMatchObject({ userid: colleague.userId })
    await plant.as.call('assignAttention', { ...cause(), assignee: null })
    expect((await one())?.assignee).toBeNull()
  })

  it('refuses strangers, and what is not open, and ends with the membership', async () => {
    const { as } = plant
    const stranger = await plant.server.given.user()
    expect(await as.refusal('assignAttention', { ...cause(), assignee: stranger.userId })).toBe('MEMBER_NOT_FOUND')
    const gone = { ...cause(), code: 'lamp.charger', assignee: colleague.userId }
    expect(await as.refusal('assignAttention', gone)).toBe('ATTENTION_ENDED')
    const reader = await memberOf('installerReadOnly')
    expect(await reader.as.refusal('assignAttention', { ...cause(), assignee: null })).toBe('NOT_ALLOWED')
    expect((await one(reader.as))?.mayAssign).toBe(false)
    await as.call('assignAttention', { ...cause(), assignee: reader.userId })
    await as.call('rimuoviCollab', { plantId: plant.plantId, userId: reader.userId })
    expect((await one())?.assignee).toBeNull()
  })
})

describe('putting off', () => {
  it('is for oneself, and over at its time', async () => {
    const client = await memberOf('clientStaff')
    await snooze(4, client.as)
    expect((await one(client.as))?.snoozed).toMatchObject({ reason: 'Batteries come on Monday' })
    expect((await one())?.snoozed).toBeNull()
    pass(4)
    expect((await one(client.as))?.snoozed).toBeNull()
  })

  it('is over when it gets worse, or is taken back', async () => {
    await snooze(4)
    await report({ 2: 'fault' })
    expect((await one())?.snoozed).toBeNull()
    await snooze(4)
    expect((await one())?.snoozed).not.toBeNull()
    await plant.as.call('snoozeAttention', { ...cause(), snooze: null })
    expect((await one())?.snoozed).toBeNull()
  })

  it.each([0, -1, 24 * 91])('refuses %s hours from now', async (hours) => {
    const wrong = { ...cause(), snooze: { backAt: inHours(hours), reason: 'Later' } }
    expect(await plant.as.refusal('snoozeAttention', wrong)).toBe('SNOOZE_TIME')
  })

  it('refuses what says no reason, and what is not open', async () => {
    const blank = { ...cause(), snooze: { backAt: inHours(1), reason: ' ' } }
    expect(await plant.as.refusal('snoozeAttention', blank)).toBe('INVALID_INPUT')
    const gone = { ...cause(), code: 'lamp.charger', snooze: null }
    expect(await plant.as.refusal('snoozeAttention', gone)).toBe('ATTENTION_ENDED')
  })
})
