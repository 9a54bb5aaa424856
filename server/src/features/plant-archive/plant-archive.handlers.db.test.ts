import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let people: Record<'administrator' | 'staff' | 'reader' | 'owner' | 'delegate' | 'office' | 'nonMember', User>
let plantId: string
let serials = 0
let topic = ''
const dayMs = 86_400_000
const start = new Date('2026-03-02T09:00:00Z')
const plantname = 'Old school'

beforeAll(async () => {
  server = await createTestServer()
  const client = () => server.create.user({ usertype: 'client' })
  people = {
    administrator: await server.create.user(),
    staff: await server.create.user(),
    reader: await server.create.user(),
    owner: await client(),
    delegate: await client(),
    office: await server.create.user({ usertype: 'admin', scope: 'nto' }),
    nonMember: await server.create.user(),
  }
})
afterAll(() => server.stop())

/** A new plant per test, with a connected unit and lamps 1 and 2. */
beforeEach(async () => {
  server.clock.time = start
  const { administrator, staff, reader, owner, delegate } = people
  plantId = await server.create.plant({
    name: plantname,
    members: {
      installerAdministrator: administrator.userId,
      installerStaff: staff.userId,
      installerReadOnly: reader.userId,
      clientOwner: owner.userId,
      clientStaff: delegate.userId,
    },
  })
  topic = await server.create.unit(plantId, 'logica', `0E${String(++serials).padStart(4, '0')}`)
  await sendMessage('online', { connection: 0, online: true })
  await insertLamps(
    server,
    plantId,
    [1, 2].map((addr) => ({ addr, serial: `A1B2C${addr}` })),
    topic,
  )
  server.published.length = 0
  server.broadcasts.length = 0
})

const life = '00000000000000a1'
const sendMessage = (channel: string, message: object) =>
  server.inbox.accept(`v1/${topic}/up/${channel}`, Buffer.from(JSON.stringify({ life, boot: 5, ...message })))
const callerOf = (role: keyof typeof people = 'administrator') => server.as(people[role])
const readHome = (archived = false) => callerOf().call('getAllPlants', { archived, pageSize: 100 })
const isListed = async (archived = false) => (await readHome(archived)).plants.some((one) => one.plant_id === plantId)
const listBroadcasts = (event: string) => server.broadcasts.filter((one) => one.event === event)
const advanceClock = (days: number) => {
  server.clock.time = new Date(start.getTime() + days * dayMs)
}

describe('archived plant', () => {
  it('is archived and restored only by installer administrator and office', async () => {
    for (const action of ['archivePlant', 'unarchivePlant'] as const) {
      for (const role of ['staff', 'reader', 'owner', 'delegate'] as const)
        expect(await callerOf(role).refusal(action, { plantId })).toBe('NOT_ALLOWED')
      expect(await callerOf('nonMember').refusal(action, { plantId })).toBe('PLANT_NOT_FOUND')
      await callerOf('office').call(action, { plantId })
      await callerOf().call(action, { plantId })
    }
    expect(await isListed()).toBe(true)
  })

  it('is hidden from home by default and readable by all members', async () => {
    const before = (await readHome()).archived
    const { archived_at } = await callerOf().call('archivePlant', { plantId })
    expect([await isListed(), await isListed(true)]).toEqual([false, true])
    expect((await readHome()).archived).toBe(before + 1)
    expect(listBroadcasts('plantArchived').map(({ audience }) => audience)).toContainEqual({
      user: people.delegate.userId,
    })
    for (const role of ['staff', 'reader', 'owner', 'delegate', 'office'] as const)
      expect((await callerOf(role).call('getPlantDetails', { plantId })).plant.archived_at).toBe(archived_at)
    await callerOf().call('unarchivePlant', { plantId })
    expect([await isListed(), await isListed(true)]).toEqual([true, false])
  })

  it('is archived once with its time', async () => {
    const first = await callerOf().call('archivePlant', { plantId })
    advanceClock(1)
    server.broadcasts.length = 0
    expect(await callerOf().call('archivePlant', { plantId })).toEqual(first)
    expect(server.broadcasts).toEqual([])
    await callerOf().call('unarchivePlant', { plantId })
    expect(await callerOf().call('unarchivePlant', { plantId })).toEqual({})
  })

  it('records what its units report', async () => {
    await callerOf().call('archivePlant', { plantId })
    const testId = randomUUID()
    const at = server.clock.now().toISOString()
    await sendMessage('record', { seq: 1, at, kind: 'test.start', body: { t: testId, k: 'F', by: 1, a: [1, 2] } })
    await sendMessage('record', { seq: 2, at, kind: 'test.result', body: [testId, 1, 'A1B2C1', 0, 0, 30] })
    expect((await callerOf('reader').call('getTestReport', { plantId, testId })).test).toMatchObject({ passed: 1 })
  })

  it('cancels held tests and sends no unsent commands', async () => {
    await callerOf().call('holdTest', {
      plantId,
      units: [{ topic, addr: [1] }],
      kind: 'functional',
      startsAt: '2026-03-02T12:00:00.000Z',
    })
    await sendMessage('online', { connection: 0, online: false })
    await callerOf().call('identifyLamp', { plantId, topic, addr: 1, seconds: 60 })
    await callerOf().call('archivePlant', { plantId })
    await sendMessage('online', { connection: 1, online: true })
    await server.sender.turn()
    advanceClock(1)
    await server.startHeldTests()
    await server.runPlanTasks()
    await server.runClockChanges()
    await server.sender.turn()
    expect(server.published).toEqual([])
    expect((await callerOf().call('getHeldTests', { plantId })).held).toEqual([])
  })

  it('does not resend commands', async () => {
    await callerOf().call('identifyLamp', { plantId, topic, addr: 1, seconds: 60 })
    await server.sender.turn()
    expect(server.published).toHaveLength(1)
    await callerOf().call('archivePlant', { plantId })
    for (let n = 1; n <= 5; n++) {
      server.clock.time = new Date(start.getTime() + n * 10_000)
      await server.sender.turn()
    }
    expect(server.published).toHaveLength(1)
  })

  it('refuses earlier invitations until it is restored', async () => {
    const guest = await server.create.user()
    const { invitation } = await callerOf().call('invitaCollab', {
      plantId,
      email: guest.email,
      role: 'installerStaff',
    })
    await callerOf().call('archivePlant', { plantId })
    const accept = { invitationId: invitation.id }
    expect(await server.as(guest).refusal('acceptInvite', accept)).toBe('PLANT_ARCHIVED')
    expect(await server.as(guest).refusal('getPlantDetails', { plantId })).toBe('PLANT_NOT_FOUND')
    await callerOf().call('unarchivePlant', { plantId })
    await server.as(guest).call('acceptInvite', accept)
  })

  it('does not set clocks until it is restored', async () => {
    const sentNames = async () => {
      for (let n = 0; n < 2; n++)
        await sendMessage('online', { connection: 1, online: true, at: '1970-01-01T00:00:00Z' })
      await server.sender.turn()
      return server.published.map(({ payload }) => (payload as { name: string }).name)
    }
    await callerOf().call('archivePlant', { plantId })
    expect(await sentNames()).toEqual([])
    await callerOf().call('unarchivePlant', { plantId })
    expect(await sentNames()).toEqual(['setClock'])
  })
})

describe('busy unit', () => {
  const assignGroups = () => callerOf().call('assignGroups', { plantId, topic, lamps: [{ addr: 1, groups: [1] }] })
  it.each(['archivePlant', 'removePlant'] as const)('blocks %s', async (action) => {
    await assignGroups()
    expect(await callerOf().refusal(action, { plantId, ...(action === 'removePlant' && { plantname }) })).toBe(
      'UNIT_BUSY',
    )
  })
})

describe('deleted plant', () => {
  const remove = () => callerOf().call('removePlant', { plantId, plantname })

  it('needs its name and permission, and disappears for everyone at once', async () => {
    for (const role of ['staff', 'reader', 'owner', 'delegate'] as const) {
      expect(await callerOf(role).refusal('removePlant', { plantId, plantname })).toBe('NOT_ALLOWED')
      expect(await callerOf(role).refusal('getPlantContents', { plantId })).toBe('NOT_ALLOWED')
    }
    expect(await callerOf().refusal('removePlant', { plantId, plantname: 'old school' })).toBe('NAME_DOES_NOT_MATCH')
    const { restorable_until } = await remove()
    expect(restorable_until).toBe(new Date(start.getTime() + 30 * dayMs).toISOString())
    expect(await isListed()).toBe(false)
    for (const role of ['administrator', 'staff', 'office'] as const)
      expect(await callerOf(role).refusal('getPlantDetails', { plantId })).toBe('PLANT_NOT_FOUND')
    expect(listBroadcasts('membershipEnded').map(({ audience }) => audience)).toContainEqual({
      user: people.owner.userId,
    })
    expect(listBroadcasts('removePlant')).toHaveLength(1)
  })

  it('lists its contents before deletion', async () => {
    await callerOf().call('saveRoom', {
      plantId,
      room: { level: 'building', parentId: null, name: 'W', kind: null, areaM2: null },
    })
    const { contents, restoreDays } = await callerOf().call('getPlantContents', { plantId })
    expect(contents).toMatchObject({ units: 1, lamps: 2, rooms: 1, members: 5, invitations: 0, attachments: 0 })
    expect(restoreDays).toBe(30)
  })

  it('releases its units, which another plant can enrol', async () => {
    await remove()
    const other = await server.create.plant({ members: { installerAdministrator: people.nonMember.userId } })
    await server.create.unit(other, 'logica', topic.slice(7))
    expect((await callerOf('nonMember').call('getPlantDetails', { plantId: other })).units).toMatchObject([
      { connection: 'connected' },
    ])
  })

  it('answers its links and invitations as not found', async () => {
    const { secret } = await callerOf().call('createInspectorLink', { plantId })
    const guest = await server.create.user()
    const { invitation } = await callerOf().call('invitaCollab', {
      plantId,
      email: guest.email,
      role: 'installerStaff',
    })
    await remove()
    const unknown = await server.as(guest).refusal('getInspectorPage', { secret: 'unknown' })
    expect(await server.as(guest).refusal('getInspectorPage', { secret })).toBe(unknown)
    expect(await server.as(guest).refusal('acceptInvite', { invitationId: invitation.id })).toBe('INVITATION_NOT_FOUND')
    expect((await server.as(guest).call('checkInvitoPendente', {})).invitations).toEqual([])
  })

  it('is listed only for people who can restore it', async () => {
    await remove()
    const findDeleted = async (role: keyof typeof people) =>
      (await callerOf(role).call('getDeletedPlants', {})).plants.find((one) => one.plant_id === plantId)
    for (const role of ['staff', 'reader', 'owner', 'delegate', 'nonMember'] as const)
      expect(await findDeleted(role)).toBeUndefined()
    expect(await findDeleted('office')).toBeDefined()
    expect(await findDeleted('administrator')).toMatchObject({
      plantname,
      units: 1,
      lamps: 2,
      deletedBy: people.administrator.name,
    })
    expect((await callerOf().call('getDeletedPlants', { search: 'nowhere' })).total).toBe(0)
    advanceClock(31)
    expect(await findDeleted('administrator')).toBeUndefined()
  })

  it('is restored completely with enrolled units until the thirtieth day', async () => {
    const room = { level: 'building' as const, parentId: null, name: 'West', kind: null, areaM2: null }
    await callerOf().call('saveRoom', { plantId, room })
    const before = await callerOf().call('getPlantDetails', { plantId })
    await remove()
    advanceClock(30 - 1 / 24)
    for (const role of ['staff', 'reader', 'owner', 'delegate'] as const)
      expect(await callerOf(role).refusal('restorePlant', { plantId })).toBe('NOT_ALLOWED')
    expect(await callerOf('nonMember').refusal('restorePlant', { plantId })).toBe('PLANT_NOT_FOUND')
    const restoredPlant = await callerOf().call('restorePlant', { plantId })
    expect(restoredPlant.units).toMatchObject([{ topic, became: 'enrolled' }])
    const after = await callerOf().call('getPlantDetails', { plantId })
    expect(after.plant.plant_users).toEqual(before.plant.plant_users)
    expect(after.units).toMatchObject([{ cu_id: topic.slice(7), connection: 'connected' }])
    expect((await callerOf().call('getRooms', { plantId })).rooms).toMatchObject([{ name: 'West' }])
    expect((await callerOf().call('getLamps', { plantId })).lamps).toHaveLength(2)
    expect(listBroadcasts('savePlant').map(({ audience }) => audience)).toContainEqual({ user: people.delegate.userId })
    expect(await callerOf().refusal('restorePlant', { plantId })).toBe('PLANT_NOT_FOUND')
    await server.sender.turn()
    expect(server.published.map(({ payload }) => (payload as { name: string }).name)).toEqual(['refresh'])
  })

  it('cannot be restored the day after', async () => {
    await remove()
    advanceClock(30)
    for (const role of ['administrator', 'office'] as const)
      expect(await callerOf(role).refusal('restorePlant', { plantId })).toBe('RESTORE_PERIOD_OVER')
    expect(await callerOf().refusal('getPlantDetails', { plantId })).toBe('PLANT_NOT_FOUND')
  })

  it('gives its sealed logbook to people who can restore it', async () => {
    await remove()
    const { name } = await callerOf().call('exportDeletedLogbook', { plantId })
    expect(name).toBe(`Logbook ${server.clock.now().toISOString().slice(0, 10)} – ${plantname}.jsonl`)
    expect(await callerOf('reader').refusal('exportDeletedLogbook', { plantId })).toBe('NOT_ALLOWED')
    expect(await callerOf('nonMember').refusal('exportDeletedLogbook', { plantId })).toBe('PLANT_NOT_FOUND')
    await callerOf().call('restorePlant', { plantId })
    expect(await callerOf().refusal('exportDeletedLogbook', { plantId })).toBe('PLANT_NOT_FOUND')
  })

  it('gives its sealed logbook only to the office after the restore period', async () => {
    await remove()
    advanceClock(30)
    expect(await callerOf().refusal('exportDeletedLogbook', { plantId })).toBe('RESTORE_PERIOD_OVER')
    expect((await callerOf('office').call('exportDeletedLogbook', { plantId })).url).toContain(plantId)
  })

  it('leaves a unit that another plant has enrolled, and reports it', async () => {
    await remove()
    const other = await server.create.plant({ members: { installerAdministrator: people.nonMember.userId } })
    await server.create.unit(other, 'logica', topic.slice(7))
    const { units } = await callerOf('office').call('restorePlant', { plantId })
    expect(units).toMatchObject([{ topic, became: 'elsewhere' }])
    expect((await callerOf().call('getPlantDetails', { plantId })).units).toEqual([])
    expect((await callerOf('nonMember').call('getPlantDetails', { plantId: other })).units).toMatchObject([
      { connection: 'connected' },
    ])
  })

  it('asks about a unit that was reset, and leaves an unenrolled one waiting', async () => {
    await callerOf().call('saveCu', { plantId, cuType: 'sicuro', cuId: '0F0F0F' })
    await remove()
    await sendMessage('online', { life: '00000000000000b2', boot: 0, connection: 0, online: true })
    const { units } = await callerOf().call('restorePlant', { plantId })
    expect(units.map(({ cu_type, became }) => [cu_type, became])).toEqual([
      ['logica', 'reset'],
      ['sicuro', 'waiting'],
    ])
  })

  it('can be deleted and restored repeatedly, with logbook entries', async () => {
    for (let n = 0; n < 2; n++) {
      await remove()
      server.clock.time = new Date(server.clock.time.getTime() + 60_000)
      await callerOf().call('restorePlant', { plantId })
    }
    const answer = await callerOf().call('getLogbooksDetails', { plantId })
    const kinds = typeof answer === 'string' ? [] : answer.entries.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'unitRemoved')).toHaveLength(2)
    expect(kinds.filter((kind) => kind === 'unitEnrolled')).toHaveLength(2)
  })
})
