import { randomUUID } from 'node:crypto'
import { inspectorHours, maxOpenInspectorLinksPerPlant } from '@vigilux/contract/features/compliance/compliance.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { anonymous, createTestServer, type TestServer } from '../../testing/test-server.ts'
import { inspectorLinks } from './index.ts'

let server: TestServer
let installer: User
let owner: User
let plantId: string

beforeAll(async () => {
  server = await createTestServer()
  ;[installer, owner] = [await server.create.user(), await server.create.user()]
})
beforeEach(async () => {
  const members = { installerAdministrator: installer.userId, clientOwner: owner.userId }
  plantId = await server.create.plant({ name: 'Hotel Bellavista', members })
})
afterAll(() => server.stop())

const make = (input: object = {}, caller = installer) =>
  server.as(caller).call('createInspectorLink', { plantId, ...input })
const listLinks = async () => (await server.as(owner).call('getInspectorLinks', { plantId })).links
const open = (secret: string) => server.as(anonymous).refusal('getInspectorPage', { secret })
const advanceClock = (ms: number) => {
  server.clock.time = new Date(server.clock.time.getTime() + ms)
}

describe('inspector page', () => {
  it('shows verdict and rules to anyone, without names or e-mail addresses', async () => {
    const { secret, link } = await make()
    expect(Buffer.from(secret, 'base64url')).toHaveLength(24)
    expect(link).toMatchObject({ state: 'open', madeBy: installer.name, visits: 0, visitedAt: [] })
    const page = await server.as(anonymous).call('getInspectorPage', { secret })
    expect(page).toMatchObject({ plantname: 'Hotel Bellavista', compliance: { verdict: { state: 'unknown' } } })
    expect(Date.parse(page.expiresAt) - server.clock.now().getTime()).toBe(inspectorHours * 3_600_000)
    const pageJson = JSON.stringify(page)
    for (const secretOf of [installer.name, installer.email, owner.email, installer.userId, plantId])
      expect(pageJson).not.toContain(secretOf)
    const { rows } = await server.database.pool.query('select to_jsonb(l)::text as row from inspector_link l')
    for (const { row } of rows) expect(row).not.toContain(secret)
  })

  it('shows the logbook and its last signature, naming nobody but the responsible person', async () => {
    const entry = { plantId, at: server.clock.now().toISOString(), text: '' }
    await server
      .as(installer)
      .call('addLogbookEntry', { ...entry, kind: 'responsiblePerson', responsible: 'Marta Rinaldi' })
    await server.as(owner).call('signLogbook', { plantId, upTo: 1, month: '2026-03' })
    const { secret } = await make()
    const { compliance, inspection } = await server.as(anonymous).call('getInspectorPage', { secret })
    expect(compliance.responsible).toBe('Marta Rinaldi')
    expect(inspection.logbook).toMatchObject({ signed: { upTo: 1, by: null }, head: { no: 2 } })
    expect(inspection.logbook.items).toContainEqual({ item: 'certificates', missing: 'commissioningCertificate' })
    expect(inspection).toMatchObject({ present: [], visualAt: null, openDefects: { count: 0 }, floorPlans: [] })
    expect(JSON.stringify(inspection)).not.toContain(owner.name)
  })

  it('lists each visit with its time', async () => {
    const { secret } = await make()
    const first = server.clock.now().toISOString()
    await open(secret)
    advanceClock(60_000)
    await open(secret)
    expect(await listLinks()).toMatchObject([{ visits: 2, visitedAt: [server.clock.now().toISOString(), first] }])
  })

  it('that is ended, closed, altered or unknown gives the same answer', async () => {
    const { secret } = await make()
    const alteredSecret = `${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`
    const answers = [await open(alteredSecret), await open(''), await open('no secret')]
    expect(await open(secret)).toBeNull()
    advanceClock(inspectorHours * 3_600_000)
    answers.push(await open(secret))
    expect((await listLinks())[0]).toMatchObject({ state: 'expired', visits: 1 })
    const second = await make()
    await server.as(owner).call('revokeInspectorLink', { plantId, linkId: second.link.id })
    answers.push(await open(second.secret))
    const third = await make()
    await server.create.removePlant(plantId)
    answers.push(await open(third.secret))
    expect(answers).toEqual(answers.map(() => 'INSPECTOR_LINK_NOT_FOUND'))
  })

  it('can be closed by any creator, and keeps the first closing', async () => {
    const { link } = await make()
    const input = { plantId, linkId: link.id }
    const first = await server.as(owner).call('revokeInspectorLink', input)
    expect(await server.as(installer).call('revokeInspectorLink', input)).toEqual(first)
    expect(first.link).toMatchObject({ state: 'revoked', revokedBy: owner.name })
    const otherPlantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
    for (const other of [
      { plantId, linkId: randomUUID() },
      { ...input, plantId: otherPlantId },
    ])
      expect(await server.as(installer).refusal('revokeInspectorLink', other)).toBe('INSPECTOR_LINK_NOT_FOUND')
  })
})

describe('opening an inspector page', () => {
  it('is limited, even at once', async () => {
    for (let n = 1; n < maxOpenInspectorLinksPerPlant; n++) await make()
    const attempt = () => server.as(installer).refusal('createInspectorLink', { plantId })
    expect((await Promise.all([attempt(), attempt()])).sort()).toEqual(['INSPECTOR_LINK_LIMIT', null].sort())
  })

  it.each(['installerReadOnly', 'clientStaff'] as const)('and listing is refused for %s', async (role) => {
    const reader = await server.create.user()
    const plant = await server.create.plant({ members: { [role]: reader.userId } })
    const input = { plantId: plant }
    expect(await server.as(reader).refusal('createInspectorLink', input)).toBe('NOT_ALLOWED')
    expect(await server.as(reader).refusal('getInspectorLinks', { plantId: plant })).toBe('NOT_ALLOWED')
    expect(await server.as(reader).refusal('revokeInspectorLink', { plantId: plant, linkId: randomUUID() })).toBe(
      'NOT_ALLOWED',
    )
    expect(await server.as(reader).refusal('getInspectorLinks', { plantId })).toBe('PLANT_NOT_FOUND')
  })

  it.each(['installerStaff', 'clientOwner'] as const)('is allowed for %s', async (role) => {
    const member = await server.create.user()
    const plant = await server.create.plant({ members: { [role]: member.userId } })
    expect((await make({ plantId: plant }, member)).link.state).toBe('open')
  })
})

it('only long ended pages are removed with their visits', async () => {
  const { secret } = await make()
  await open(secret)
  advanceClock(2 * 86_400_000)
  await make()
  const before = server.clock.now()
  await server.inTransaction(({ tx }) => inspectorLinks.deleteExpired(tx, before, 100))
  expect((await listLinks()).map(({ state }) => state)).toEqual(['open'])
})

it('guesses are throttled', async () => {
  const guesses: (string | null)[] = []
  for (let n = 0; n < 70; n++) guesses.push(await open(`guess ${n}`))
  expect(guesses).toContain('TOO_MANY_REQUESTS')
})
