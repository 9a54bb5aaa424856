import { maxScannedRows } from '@vigilux/contract/features/audit/audit.actions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, plantDraft, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let installer: User
let staff: User
let plantId: string

beforeAll(async () => {
  server = await createTestServer()
  installer = { ...(await server.create.user()), name: 'Ada 100% Neri' }
  staff = { ...(await server.create.user()), name: 'Bo Berg' }
  const members = { installerAdministrator: installer.userId, installerStaff: staff.userId }
  plantId = await server.create.plant({ members })
  for (const [user, serial] of [
    [installer, '0A1B01'],
    [staff, '0A1B02'],
    [installer, '0A1B03'],
  ] as const) {
    server.clock.time = new Date(server.clock.time.getTime() + 60_000)
    await server.as(user).refusal('saveCu', { plantId, cuType: 'logica', cuId: serial })
  }
  await server.as(staff).refusal('updatePlant', { plantId, plant: {}, version: 1 })
})
afterAll(() => server?.stop())

const audit = (question: object = {}) => server.as(installer).call('getAudit', { plantId, ...question })
const whoOf = async (question: object) => (await audit(question)).entries.map(({ name }) => name)

describe('plant audit', () => {
  it('shows person, action, time and result, newest first', async () => {
    const { entries, total } = await audit({ ofAction: 'saveCu' })
    expect(total).toBe(3)
    expect(entries.map(({ name, result }) => [name, result])).toEqual([
      [installer.name, 'ok'],
      [staff.name, 'ok'],
      [installer.name, 'ok'],
    ])
    const times = entries.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().reverse())
    expect(entries[0]).toMatchObject({ userid: installer.userId, action: 'saveCu' })
  })

  it('includes refused calls of members with their code', async () => {
    const { entries } = await audit({ ofAction: 'updatePlant' })
    expect(entries).toMatchObject([{ name: staff.name, result: expect.stringMatching(/^[A-Z_]+$/) }])
  })

  it('is searched by name with literal wildcards', async () => {
    expect(new Set(await whoOf({ search: ' berg ' }))).toEqual(new Set([staff.name]))
    expect(new Set(await whoOf({ search: '100%' }))).toEqual(new Set([installer.name]))
    expect(await whoOf({ search: '%berg' })).toEqual([])
  })

  it('has pages that together are complete', async () => {
    const { total } = await audit()
    const pages = await Promise.all(
      Array.from({ length: total }, async (_, at) => (await audit({ page: at + 1, pageSize: 1 })).entries),
    )
    expect(pages.flat().map(({ id }) => id)).toEqual((await audit({ pageSize: 1000 })).entries.map(({ id }) => id))
    expect((await audit({ page: total + 1, pageSize: 1 })).entries).toEqual([])
  })

  it('shows the former name of the target with old and new values', async () => {
    const installerClient = server.as(installer)
    const unit = { plantId, topic: 'logica_0A1B01' }
    await installerClient.call('saveCuDescription', { ...unit, description: 'Foyer', cu_location: '', version: 1 })
    server.clock.time = new Date(server.clock.time.getTime() + 60_000)
    await installerClient.call('saveCuDescription', { ...unit, description: 'Hall', cu_location: '', version: 2 })
    const { entries } = await audit({ ofAction: 'saveCuDescription' })
    expect(entries.map(({ things, changes }) => [things, changes])).toEqual([
      [
        [{ kind: 'unit', id: 'logica_0A1B01', name: '0A1B01 Foyer' }],
        [{ field: 'description', before: 'Foyer', after: 'Hall' }],
      ],
      [
        [{ kind: 'unit', id: 'logica_0A1B01', name: '0A1B01' }],
        [{ field: 'description', before: null, after: 'Foyer' }],
      ],
    ])
    expect((await audit({ search: ' foyer' })).total).toBe(1)
  })

  it('shows the target of a refused write', async () => {
    const unit = { plantId, topic: 'logica_0A1B01' }
    const refusal = { ...unit, description: 'Late', cu_location: '', version: 1 }
    expect(await server.as(staff).refusal('saveCuDescription', refusal)).toBe('CHANGED_MEANWHILE')
    const [entry] = (await audit({ ofAction: 'saveCuDescription', search: 'berg' })).entries
    expect(entry).toMatchObject({ result: 'CHANGED_MEANWHILE', things: [{ kind: 'unit', name: '0A1B01 Hall' }] })
  })

  it('includes the creation of a plant and answered invitations', async () => {
    const { plant_id } = await server.as(installer).call('savePlant', { plant: plantDraft('Museum') })
    const guests = [await server.create.user(), await server.create.user()] as const
    for (const { email } of guests)
      await server.as(installer).call('invitaCollab', { plantId: plant_id, email, role: 'installerStaff' })
    for (const [at, name] of (['acceptInvite', 'declineInvite'] as const).entries()) {
      const guest = guests[at] ?? installer
      const [waitingInvitation] = (await server.as(guest).call('checkInvitoPendente', {})).invitations
      await server.as(guest).call(name, { invitationId: waitingInvitation?.id ?? '' })
    }
    const { entries } = await server.as(installer).call('getAudit', { plantId: plant_id })
    expect(new Set(entries.map(({ action, things }) => [action, things[0]?.name].join(' ')))).toEqual(
      new Set([
        'savePlant Museum',
        ...guests.map(({ email }) => `invitaCollab ${email}`),
        `acceptInvite ${guests[0].email}`,
        `declineInvite ${guests[1].email}`,
      ]),
    )
    const storedJson = JSON.stringify(entries)
    for (const mail of server.mails) {
      const token = /invite=([\w-]+)/.exec(`${mail.values.url ?? ''}`)?.[1]
      if (token) expect(storedJson).not.toContain(token)
    }
  })

  it('lists each of several targets by name', async () => {
    const rooms = await server.as(installer).call('saveRoom', {
      plantId,
      room: { level: 'building', parentId: null, name: 'West', kind: null, areaM2: null },
    })
    await server.create.unit(plantId, 'logica', '0A1B77')
    const units = ['logica_0A1B77', 'logica_0A1B01']
    await server.as(installer).call('assignToRoom', { plantId, roomId: rooms.room_id, units, lamps: [] })
    const [entry] = (await audit({ ofAction: 'assignToRoom' })).entries
    expect(entry?.things.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'room West',
      'unit 0A1B77',
      'unit 0A1B01 Hall',
    ])
  })

  it('contains nothing of another plant', async () => {
    const other = await server.create.plant({ members: { installerAdministrator: installer.userId } })
    expect((await server.as(installer).call('getAudit', { plantId: other })).total).toBe(0)
  })
})

it('a search covers the newest entries and reports its limit', async () => {
  const { plant_id: busy } = await server.as(installer).call('savePlant', { plant: plantDraft('Busy') })
  const search = async (text: string) => server.as(installer).call('getAudit', { plantId: busy, search: text })
  expect((await search('visitor')).notSince).toBeNull()
  await server.database.pool.query(
    `insert into audit (at, plant_id, user_id, user_name, action, result, request_id)
     select $1::timestamptz - n * interval '1 second', $2, $3, 'Visitor ' || n || '.', 'saveCu', 'ok', n::text from generate_series(1, $4) as n`,
    [server.clock.now(), busy, staff.userId, maxScannedRows + 20],
  )
  const answer = await search('visitor')
  expect(answer.total).toBeLessThan(maxScannedRows)
  expect(answer.notSince).toMatch(/Z$/)
  expect([(await search('Visitor 1.')).total, (await search(`Visitor ${maxScannedRows + 20}.`)).total]).toEqual([1, 0])
  const all = await server.as(installer).call('getAudit', { plantId: busy })
  expect([all.total, all.notSince]).toEqual([maxScannedRows + 21, null])
})
