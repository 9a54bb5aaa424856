import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { generateCode } from './generate-code.ts'

let server: TestServer
let office: User
let installer: User
let owner: User
let plantId: string

beforeAll(async () => {
  server = await createTestServer()
  server.clock.time = new Date('2026-11-23T12:00:00Z')
  office = await server.given.user({ usertype: 'admin', scope: 'nto' })
})
beforeEach(async () => {
  // Each test has an account of its own: how often one may try is limited.
  ;[installer, owner] = [await server.given.user(), await server.given.user()]
  server.clock.time = new Date('2026-11-23T12:00:00Z')
  plantId = await newPlant()
})
afterAll(() => server.stop())

const newPlant = (pro = false) =>
  server.given.plant({ pro, members: { installerAdministrator: installer.userId, clientOwner: owner.userId } })
const drawn = new Set<string>()
/** Made anew where one ends as another does: the office finds a code again by its last four digits alone, and two of some twenty may share them. */
const codes = async (count: number, months: 12 | 24 | 36 | 60 = 12): Promise<{ code: string }[]> => {
  const { tokens } = await server
    .as(office)
    .call('createTokens', { tokens: { count, months, reference: 'Order 1184' } })
  const ends = tokens.map((one) => one.code.slice(-4))
  const isNew = new Set([...drawn, ...ends]).size === drawn.size + count
  for (const end of ends) drawn.add(end)
  return isNew ? tokens : codes(count, months)
}
const code = async (months: 12 | 24 | 36 | 60 = 12) => (await codes(1, months))[0]?.code ?? ''
const ask = (typed: string, more: object = {}, who = installer) =>
  server.as(who).call('abilitaPro', { plantId, code: typed, ...more })
const refused = (typed: string, more: object = {}, who = installer) =>
  server.as(who).refusal('abilitaPro', { plantId, code: typed, ...more })
const use = async (typed: string, more: { plantId?: string } = {}) =>
  ask(typed, { ...more, confirmed: (await ask(typed, more)).expiry })
const plant = async (id = plantId) => (await server.as(installer).call('getPlantDetails', { plantId: id })).plant
const stateOf = async (last4: string) =>
  (await server.as(office).call('getAllTokens', { search: last4 })).tokens.find((one) => one.last4 === last4)?.state

describe('a code', () => {
  it('tells the new expiry first, and counts once that is confirmed', async () => {
    const typed = await code(24)
    const told = await ask(typed)
    // Midnight in Rome: the last paid day is 22 November 2028.
    expect(told).toEqual({ done: false, months: 24, expiry: '2028-11-22T23:00:00.000Z', runningExpiry: null })
    expect(await plant()).toMatchObject({ tier: 'basic', pro_expiry: null })
    expect(await stateOf(typed.slice(-4))).toBe('free')
    server.announced.length = 0
    expect(await ask(typed, { confirmed: told.expiry })).toEqual({ ...told, done: true })
    expect(await plant()).toMatchObject({ tier: 'pro', plant_type: 'pro', pro_expiry: told.expiry })
    expect(server.announced).toMatchObject([
      { event: 'proChanged', audience: { plant: plantId } },
      { event: 'tokenUsed', audience: { user: office.userId } },
    ])
    expect((await server.as(owner).call('getProCodes', { plantId })).codes).toEqual([
      {
        last4: typed.slice(-4),
        months: 24,
        kind: 'key',
        usedBy: installer.name,
        usedAt: '2026-11-23T12:00:00.000Z',
        expiry: told.expiry,
      },
    ])
  })

  it('renews: its months are added to what is running, or to today once that is over', async () => {
    await use(await code(12))
    const renewed = await use(await code(12))
    expect(renewed).toMatchObject({ runningExpiry: '2027-11-22T23:00:00.000Z', expiry: '2028-11-22T23:00:00.000Z' })
    server.clock.time = new Date('2028-11-22T22:59:59.999Z')
    expect((await plant()).tier).toBe('pro')
    server.clock.time = new Date('2028-11-22T23:00:00Z')
    expect((await plant()).tier).toBe('expired')
    server.clock.time = new Date('2029-01-30T23:30:00Z')
    expect((await use(await code(12))).expiry).toBe('2030-01-30T23:00:00.000Z')
    const { codes: used } = await server.as(installer).call('getProCodes', { plantId })
    expect(used.map(({ kind }) => kind)).toEqual(['key', 'renewal', 'key'])
  })

  it('does not count where somebody renewed meanwhile: the other expiry is told', async () => {
    const [first = { code: '' }, second = { code: '' }] = await codes(2)
    const { expiry: confirmed } = await ask(first.code)
    await use(second.code)
    expect(await ask(first.code, { confirmed })).toMatchObject({ done: false, expiry: '2028-11-22T23:00:00.000Z' })
    expect(await stateOf(first.code.slice(-4))).toBe('free')
  })

  it('is taken in groups, with spaces and dashes', async () => {
    const typed = await code()
    const groups = typed.match(/.{4}/g) ?? []
    expect((await ask(groups.join(' '))).months).toBe(12)
    expect((await ask(` ${groups.join(' - ')}`)).months).toBe(12)
  })

  it('of another shape, unknown or revoked is invalid, and nothing tells which', async () => {
    const typed = await code()
    const swapped = typed.replace(/.$/, (last) => String((Number(last) + 1) % 10))
    const { tokens } = await server.as(office).call('getAllTokens', { search: typed.slice(-4) })
    await server.as(office).call('revokeToken', { tokenId: tokens[0]?.id ?? '', reason: 'Sent to the wrong address' })
    const wrong = [swapped, typed.slice(1), `${typed}0`, `${typed.slice(1)}A`, '', generateCode(), typed]
    expect(await Promise.all(wrong.map((one) => refused(one)))).toEqual(wrong.map(() => 'INVALID_CODE'))
    expect((await plant()).tier).toBe('basic')
  })

  it('counts once: on no plant again, not even the same', async () => {
    const typed = await code()
    await use(typed)
    const other = await newPlant()
    expect([await refused(typed), await refused(typed, { plantId: other })]).toEqual([
      'CODE_ALREADY_USED',
      'CODE_ALREADY_USED',
    ])
  })

  it('that two plants use at the same moment counts for one', async () => {
    const other = await newPlant()
    const typed = await code()
    const { expiry: confirmed } = await ask(typed)
    const both = [plantId, other]
    const results = await Promise.all(both.map((id) => refused(typed, { plantId: id, confirmed })))
    expect(results.toSorted()).toEqual(['CODE_ALREADY_USED', null].toSorted())
    const tiers = await Promise.all(both.map(async (id) => (await plant(id)).tier))
    expect(tiers.toSorted()).toEqual(['basic', 'pro'])
  })

  it('cannot be guessed: who tries too often waits, with the right one too', async () => {
    const tries: (string | null)[] = []
    for (let n = 0; n < 21; n++) tries.push(await refused(generateCode()))
    expect(new Set(tries.slice(0, 20))).toEqual(new Set(['INVALID_CODE']))
    expect(tries.at(-1)).toBe('TOO_MANY_REQUESTS')
    expect(await refused(await code())).toBe('TOO_MANY_REQUESTS')
  })

  it('stands whole in no row, no audit and no answer', async () => {
    const typed = await code()
    const { expiry: confirmed } = await ask(typed)
    server.clock.time = new Date('2026-11-23T12:00:01Z')
    await ask(typed, { confirmed })
    const tables = await server.database.pool.query(
      "select tablename as name from pg_tables where schemaname = 'public'",
    )
    for (const { name } of tables.rows) {
      const { rows } = await server.database.pool.query(`select to_jsonb(t)::text as row from "${name}" t`)
      for (const { row } of rows) expect(`${row}`).not.toContain(typed)
    }
    const { entries } = await server.as(installer).call('getAudit', { plantId })
    expect(entries[0]).toMatchObject({
      action: 'abilitaPro',
      result: 'ok',
      things: [{ kind: 'plant' }, { kind: 'code', name: `•••• ${typed.slice(-4)}` }],
      changes: [{ field: 'pro_expiry', before: null, after: '2027-11-22T23:00:00.000Z' }],
    })
  })
})

it('is sealed with a key of the server: a copy of the database does not tell which digits are good', async () => {
  const typed = await code()
  const { createHash } = await import('node:crypto')
  const { rows } = await server.database.pool.query('select code_hash from pro_code')
  expect(rows.map((row) => row.code_hash)).not.toContain(createHash('sha256').update(typed).digest('hex'))
})

it.each(['installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'] as const)(
  'is not for %s, who reads which were used',
  async (role) => {
    const member = await server.given.user()
    const id = await server.given.plant({ pro: false, members: { [role]: member.userId } })
    const typed = await code()
    expect(await refused(typed, { plantId: id }, member)).toBe('NOT_ALLOWED')
    expect(await server.as(member).call('getProCodes', { plantId: id })).toEqual({ codes: [] })
    expect(await refused(typed, {}, member)).toBe('PLANT_NOT_FOUND')
    expect(await stateOf(typed.slice(-4))).toBe('free')
  },
)

it('Pro ends with its day in whichever zone the plant is', async () => {
  await use(await code())
  const { address, version, plantname, plant_type } = await plant()
  const changed = { plantname, plant_type, address, timezone: 'America/New_York' }
  await server.as(installer).call('updatePlant', { plantId, version, plant: changed })
  expect((await plant()).pro_expiry).toBe('2027-11-23T05:00:00.000Z')
})
