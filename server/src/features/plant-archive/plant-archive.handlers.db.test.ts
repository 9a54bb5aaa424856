import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let people: Record<'administrator' | 'staff' | 'reader' | 'owner' | 'delegate' | 'office' | 'stranger', User>
let plantId: string
let serials = 0
let topic = ''
const dayMs = 86_400_000
const start = new Date('2026-03-02T09:00:00Z')
const plantname = 'Old school'

beforeAll(async () => {
  server = await createTestServer()
  const client = () => server.given.user({ usertype: 'client' })
  people = {
    administrator: await server.given.user(),
    staff: await server.given.user(),
    reader: await server.given.user(),
    owner: await client(),
    delegate: await client(),
    office: await server.given.user({ usertype: 'admin', scope: 'nto' }),
    stranger: await server.given.user(),
  }
})
afterAll(() => server.stop())

/** Each test has a plant with a connected unit of its own, with lamps at 1 and 2. */
beforeEach(async () => {
  server.clock.time = start
  const { administrator, staff, reader, owner, delegate } = people
  plantId = await server.given.plant({
    name: plantname,
    members: {
      installerAdministrator: administrator.userId,
      installerStaff: staff.userId,
      installerReadOnly: reader.userId,
      clientOwner: owner.userId,
      clientStaff: delegate.userId,
    },
  })
  topic = await server.given.unit(plantId, 'logica', `0E${String(++serials).padStart(4, '0')}`)
  await say('online', { connection: 0, online: true })
  await insertLamps(
    server,
    plantId,
    [1, 2].map((addr) => ({ addr, serial: `A1B2C${addr}` })),
    topic,
  )
  server.published.length = 0
  server.announced.length = 0
})

const life = '00000000000000a1'
const say = (channel: string, message: object) =>
  server.inbox.accept(`v1/${topic}/up/${channel}`, Buffer.from(JSON.stringify({ life, boot: 5, ...message })))
const by = (who: keyof typeof people = 'administrator') => server.as(people[who])
const home = (archived = false) => by().call('getAllPlants', { archived, pageSize: 100 })
const isListed = async (archived = false) => (await home(archived)).plants.some((one) => one.plant_id === plantId)
const told = (event: string) => server.announced.filter((one) => one.event === event)
const later = (days: number) => {
  server.clock.time = new Date(start.getTime() + days * dayMs)
}

describe('an archived plant', () => {
  it('is archived and taken back by the installer administrator and the office alone', async () => {
    for (const action of ['archivePlant', 'unarchivePlant'] as const) {
      for (const who of ['staff', 'reader', 'owner', 'delegate'] as const)
        expect(await by(who).refusal(action, { plantId })).toBe('NOT_ALLOWED')
      expect(await by('stranger').refusal(action, { plantId })).toBe('PLANT_NOT_FOUND')
      await by('office').call(action, { plantId })
      await by().call(action, { plantId })
    }
    expect(await isListed()).toBe(true)
  })

  it('is off home unless archived ones are asked for, and is read by all members', async () => {
    const before = (await home()).archived
    const { archived_at } = await by().call('archivePlant', { plantId })
    expect([await isListed(), await isListed(true)]).toEqual([false, true])
    expect((await home()).archived).toBe(before + 1)
    expect(told('plantArchived').map(({ audience }) => audience)).toContainEqual({ user: people.delegate.userId })
    for (const who of ['staff', 'reader', 'owner', 'delegate', 'office'] as const)
      expect((await by(who).call('getPlantDetails', { plantId })).plant.archived_at).toBe(archived_at)
    await by().call('unarchivePlant', { plantId })
    expect([await isListed(), await isListed(true)]).toEqual([true, false])
  })

  it('is archived once, and says since when', async () => {
    const first = await by().call('archivePlant', { plantId })
    later(1)
    server.announced.length = 0
    expect(await by().call('archivePlant', { plantId })).toEqual(first)
    expect(server.announced).toEqual([])
    await by().call('unarchivePlant', { plantId })
    expect(await by().call('unarchivePlant', { plantId })).toEqual({})
  })

  it('keeps what its units report', async () => {
    await by().call('archivePlant', { plantId })
    const testId = randomUUID()
    const at = server.clock.now().toISOString()
    await say('record', { seq: 1, at, kind: 'test.start', body: { t: testId, k: 'F', by: 1, a: [1, 2] } })
    await say('record', { seq: 2, at, kind: 'test.result', body: [testId, 1, 'A1B2C1', 0, 0, 30] })
    expect((await by('reader').call('getTestReport', { plantId, testId })).test).toMatchObject({ passed: 1 })
  })

  it('takes tests back that wait, and sends nothing that had not left', async () => {
    await by().call('holdTest', {
      plantId,
      units: [{ topic, addr: [1] }],
      kind: 'functional',
      startsAt: '2026-03-02T12:00:00.000Z',
    })
    await say('online', { connection: 0, online: false })
    await by().call('identifyLamp', { plantId, topic, addr: 1, seconds: 60 })
    await by().call('archivePlant', { plantId })
    await say('online', { connection: 1, online: true })
    await server.sender.turn()
    later(1)
    await server.startHeldTests()
    await server.keepPlans()
    await server.keepClockChanges()
    await server.sender.turn()
    expect(server.published).toEqual([])
    expect((await by().call('getHeldTests', { plantId })).held).toEqual([])
  })

  it('sends no command a second time that was sent before', async () => {
    await by().call('identifyLamp', { plantId, topic, addr: 1, seconds: 60 })
    await server.sender.turn()
    expect(server.published).toHaveLength(1)
    await by().call('archivePlant', { plantId })
    for (let n = 1; n <= 5; n++) {
      server.clock.time = new Date(start.getTime() + n * 10_000)
      await server.sender.turn()
    }
    expect(server.published).toHaveLength(1)
  })

  it('lets nobody in who was invited before, until it is taken back', async () => {
    const guest = await server.given.user()
    const { invitation } = await by().call('invitaCollab', { plantId, email: guest.email, role: 'installerStaff' })
    await by().call('archivePlant', { plantId })
    const accept = { invitationId: invitation.id }
    expect(await server.as(guest).refusal('acceptInvite', accept)).toBe('PLANT_ARCHIVED')
    expect(await server.as(guest).refusal('getPlantDetails', { plantId })).toBe('PLANT_NOT_FOUND')
    await by().call('unarchivePlant', { plantId })
    await server.as(guest).call('acceptInvite', accept)
  })

  it('sets no clock until it is in use again', async () => {
    const sentNames = async () => {
      for (let n = 0; n < 2; n++) await say('online', { connection: 1, online: true, at: '1970-01-01T00:00:00Z' })
      await server.sender.turn()
      return server.published.map(({ payload }) => (payload as { name: string }).name)
    }
    await by().call('archivePlant', { plantId })
    expect(await sentNames()).toEqual([])
    await by().call('unarchivePlant', { plantId })
    expect(await sentNames()).toEqual(['setClock'])
  })
})

describe('a unit at work', () => {
  const hold = () => by().call('assignGroups', { plantId, topic, lamps: [{ addr: 1, groups: [1] }] })
  it.each(['archivePlant', 'removePlant'] as const)('holds %s up', async (action) => {
    await hold()
    expect(await by().refusal(action, { plantId, ...(action === 'removePlant' && { plantname }) })).toBe('UNIT_BUSY')
  })
})

describe('a deleted plant', () => {
  const remove = () => by().call('removePlant', { plantId, plantname })

  it('is deleted only under its name, by who may, and is gone for everybody at once', async () => {
    for (const who of ['staff', 'reader', 'owner', 'delegate'] as const) {
      expect(await by(who).refusal('removePlant', { plantId, plantname })).toBe('NOT_ALLOWED')
      expect(await by(who).refusal('getPlantContents', { plantId })).toBe('NOT_ALLOWED')
    }
    expect(await by().refusal('removePlant', { plantId, plantname: 'old school' })).toBe('NAME_DOES_NOT_MATCH')
    const { restorable_until } = await remove()
    expect(restorable_until).toBe(new Date(start.getTime() + 30 * dayMs).toISOString())
    expect(await isListed()).toBe(false)
    for (const who of ['administrator', 'staff', 'office'] as const)
      expect(await by(who).refusal('getPlantDetails', { plantId })).toBe('PLANT_NOT_FOUND')
    expect(told('membershipEnded').map(({ audience }) => audience)).toContainEqual({ user: people.owner.userId })
    expect(told('removePlant')).toHaveLength(1)
  })

  it('is counted before, thing by thing', async () => {
    await by().call('saveRoom', {
      plantId,
      room: { level: 'building', parentId: null, name: 'W', kind: null, areaM2: null },
    })
    const { contents, restoreDays } = await by().call('getPlantContents', { plantId })
    expect(contents).toMatchObject({ units: 1, lamps: 2, rooms: 1, members: 5, invitations: 0, attachments: 0 })
    expect(restoreDays).toBe(30)
  })

  it('lets its units go: what they say is nobody’s, and another plant may enrol one', async () => {
    await remove()
    const other = await server.given.plant({ members: { installerAdministrator: people.stranger.userId } })
    await server.given.unit(other, 'logica', topic.slice(7))
    expect((await by('stranger').call('getPlantDetails', { plantId: other })).units).toMatchObject([
      { connection: 'connected' },
    ])
  })

  it('answers under its links and invitations as one that never was', async () => {
    const { secret } = await by().call('createInspectorLink', { plantId })
    const guest = await server.given.user()
    const { invitation } = await by().call('invitaCollab', { plantId, email: guest.email, role: 'installerStaff' })
    await remove()
    const unknown = await server.as(guest).refusal('getInspectorPage', { secret: 'unknown' })
    expect(await server.as(guest).refusal('getInspectorPage', { secret })).toBe(unknown)
    expect(await server.as(guest).refusal('acceptInvite', { invitationId: invitation.id })).toBe('INVITATION_NOT_FOUND')
    expect((await server.as(guest).call('checkInvitoPendente', {})).invitations).toEqual([])
  })

  it('is listed for who may restore it, and for nobody else', async () => {
    await remove()
    const listed = async (who: keyof typeof people) =>
      (await by(who).call('getDeletedPlants', {})).plants.find((one) => one.plant_id === plantId)
    for (const who of ['staff', 'reader', 'owner', 'delegate', 'stranger'] as const)
      expect(await listed(who)).toBeUndefined()
    expect(await listed('office')).toBeDefined()
    expect(await listed('administrator')).toMatchObject({
      plantname,
      units: 1,
      lamps: 2,
      deletedBy: people.administrator.name,
    })
    expect((await by().call('getDeletedPlants', { search: 'nowhere' })).total).toBe(0)
    later(31)
    expect(await listed('administrator')).toBeUndefined()
  })

  it('comes back whole on the thirtieth day, with its units enrolled', async () => {
    const room = { level: 'building' as const, parentId: null, name: 'West', kind: null, areaM2: null }
    await by().call('saveRoom', { plantId, room })
    const before = await by().call('getPlantDetails', { plantId })
    await remove()
    later(30 - 1 / 24)
    for (const who of ['staff', 'reader', 'owner', 'delegate'] as const)
      expect(await by(who).refusal('restorePlant', { plantId })).toBe('NOT_ALLOWED')
    expect(await by('stranger').refusal('restorePlant', { plantId })).toBe('PLANT_NOT_FOUND')
    const restored = await by().call('restorePlant', { plantId })
    expect(restored.units).toMatchObject([{ topic, became: 'enrolled' }])
    const after = await by().call('getPlantDetails', { plantId })
    expect(after.plant.plant_users).toEqual(before.plant.plant_users)
    expect(after.units).toMatchObject([{ cu_id: topic.slice(7), connection: 'connected' }])
    expect((await by().call('getRooms', { plantId })).rooms).toMatchObject([{ name: 'West' }])
    expect((await by().call('getLamps', { plantId })).lamps).toHaveLength(2)
    expect(told('savePlant').map(({ audience }) => audience)).toContainEqual({ user: people.delegate.userId })
    expect(await by().refusal('restorePlant', { plantId })).toBe('PLANT_NOT_FOUND')
    await server.sender.turn()
    expect(server.published.map(({ payload }) => (payload as { name: string }).name)).toEqual(['refresh'])
  })

  it('is not restored on the day after', async () => {
    await remove()
    later(30)
    for (const who of ['administrator', 'office'] as const)
      expect(await by(who).refusal('restorePlant', { plantId })).toBe('RESTORE_PERIOD_OVER')
    expect(await by().refusal('getPlantDetails', { plantId })).toBe('PLANT_NOT_FOUND')
  })

  it('gives its sealed logbook to who may restore it', async () => {
    await remove()
    const { name } = await by().call('exportDeletedLogbook', { plantId })
    expect(name).toBe(`Logbook ${server.clock.now().toISOString().slice(0, 10)} – ${plantname}.jsonl`)
    expect(await by('reader').refusal('exportDeletedLogbook', { plantId })).toBe('NOT_ALLOWED')
    expect(await by('stranger').refusal('exportDeletedLogbook', { plantId })).toBe('PLANT_NOT_FOUND')
    await by().call('restorePlant', { plantId })
    expect(await by().refusal('exportDeletedLogbook', { plantId })).toBe('PLANT_NOT_FOUND')
  })

  it('gives its sealed logbook to the office alone once it can be restored no more', async () => {
    await remove()
    later(30)
    expect(await by().refusal('exportDeletedLogbook', { plantId })).toBe('RESTORE_PERIOD_OVER')
    expect((await by('office').call('exportDeletedLogbook', { plantId })).url).toContain(plantId)
  })

  it('leaves a unit where another plant has enrolled it, and says so', async () => {
    await remove()
    const other = await server.given.plant({ members: { installerAdministrator: people.stranger.userId } })
    await server.given.unit(other, 'logica', topic.slice(7))
    const { units } = await by('office').call('restorePlant', { plantId })
    expect(units).toMatchObject([{ topic, became: 'elsewhere' }])
    expect((await by().call('getPlantDetails', { plantId })).units).toEqual([])
    expect((await by('stranger').call('getPlantDetails', { plantId: other })).units).toMatchObject([
      { connection: 'connected' },
    ])
  })

  it('asks about a unit that was set back meanwhile, and lets one wait that was never enrolled', async () => {
    await by().call('saveCu', { plantId, cuType: 'sicuro', cuId: '0F0F0F' })
    await remove()
    await say('online', { life: '00000000000000b2', boot: 0, connection: 0, online: true })
    const { units } = await by().call('restorePlant', { plantId })
    expect(units.map(({ cu_type, became }) => [cu_type, became])).toEqual([
      ['logica', 'reset'],
      ['sicuro', 'waiting'],
    ])
  })

  it('may be deleted and restored again, and its logbook tells each time', async () => {
    for (let n = 0; n < 2; n++) {
      await remove()
      server.clock.time = new Date(server.clock.time.getTime() + 60_000)
      await by().call('restorePlant', { plantId })
    }
    const answer = await by().call('getLogbooksDetails', { plantId })
    const kinds = typeof answer === 'string' ? [] : answer.entries.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'unitRemoved')).toHaveLength(2)
    expect(kinds.filter((kind) => kind === 'unitEnrolled')).toHaveLength(2)
  })
})
