import { randomUUID } from 'node:crypto'
import { maxTokensPerMaker } from '@vigilux/contract/features/access-tokens/access-token.ts'
import type { TokenScope } from '@vigilux/contract/kernel/token-scopes.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditTable } from '../../kernel/audit.schema.ts'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { accessTokenTable } from './access-tokens.schema.ts'
import { deleteEndedTokens } from './access-tokens.store.ts'
import { createTokenCallerFinder } from './find-token-caller.ts'
import { hashOfToken } from './token-text.ts'

let server: TestServer
let ada: User
let ben: User
let plantId: string
let otherPlantId: string
beforeAll(async () => {
  server = await createTestServer()
})
beforeEach(async () => {
  ;[ada, ben] = [await server.create.user(), await server.create.user()]
  const members = { installerAdministrator: ada.userId, installerStaff: ben.userId }
  plantId = await server.create.plant({ members, name: 'Harbour hall' })
  otherPlantId = await server.create.plant({ members, name: 'Library' })
  server.broadcasts.length = 0
})
afterAll(() => server.stop())

const dayMs = 86_400_000
const draft = (scopes: ('read' | 'operate' | 'configure')[] = ['read']) => ({ name: 'Energy board', scopes, days: 30 })
const makeOwn = (change: { scopes?: ('read' | 'operate' | 'configure')[]; plantIds?: string[]; days?: number } = {}) =>
  server.as(ada).call('createAccessToken', { token: { ...draft(), ...change } })
const makeOfPlant = (scopes: TokenScope[] = ['read']) =>
  server.as(ada).call('createPlantAccessToken', { plantId, token: { name: 'Night round', scopes, days: 30 } })
const listOwn = async () => (await server.as(ada).call('getAccessTokens', {})).tokens
const listOfPlant = async (by = ada) => (await server.as(by).call('getPlantAccessTokens', { plantId })).tokens

/** The caller of a request with this token. */
const find = (token: string): Promise<User | null> =>
  createTokenCallerFinder({ db: server.database.db, clock: server.clock, log: server.log })(hashOfToken(token) ?? '')
const programOf = async (token: string): Promise<User> => {
  const user = await find(token)
  if (!user) throw new Error('the token is not valid')
  return user
}

describe('access token', () => {
  it('is shown once and stored as a hash', async () => {
    const { accessToken, token } = await makeOwn({ scopes: ['configure', 'configure'] })
    expect(accessToken).toMatchObject({
      name: 'Energy board',
      scopes: ['read', 'configure'],
      plants: null,
      maker: { id: ada.userId, name: ada.name },
      lastUsedAt: null,
      expiresAt: new Date(server.clock.now().getTime() + 30 * dayMs).toISOString(),
      end: null,
    })
    expect(await listOwn()).toEqual([accessToken])
    const { db } = server.database
    const stored = JSON.stringify([await db.select().from(accessTokenTable), await db.select().from(auditTable)])
    for (const text of [token, token.slice(4, -6)])
      expect(JSON.stringify([stored, server.broadcasts, server.log.lines])).not.toContain(text)
    expect(stored).toContain(hashOfToken(token))
  })

  it('is null in a repeated answer', async () => {
    const key = randomUUID()
    const first = await server.as(ada).call('createAccessToken', { token: draft() }, key)
    const second = await server.as(ada).call('createAccessToken', { token: draft() }, key)
    expect([first.accessToken, second.token]).toEqual([second.accessToken, null])
    expect(await listOwn()).toHaveLength(1)
  })

  it('is restricted to plants that its maker can see', async () => {
    const foreignPlantId = await server.create.plant()
    const refusalFor = (plantIds: string[]) =>
      server.as(ada).refusal('createAccessToken', { token: { ...draft(), plantIds } })
    expect(await refusalFor([plantId, foreignPlantId])).toBe('PLANT_NOT_FOUND')
    expect(await refusalFor([])).toBe('INVALID_INPUT')
    const { accessToken } = await makeOwn({ plantIds: [plantId, plantId] })
    expect(accessToken.plants).toEqual([{ id: plantId, name: 'Harbour hall' }])
  })

  it('has `safety` only as a token of a plant, which only administrators make', async () => {
    const token = { ...draft(), scopes: ['safety'] }
    expect(await server.as(ada).refusal('createAccessToken', { token })).toBe('INVALID_INPUT')
    expect(await server.as(ben).refusal('createPlantAccessToken', { plantId, token })).toBe('NOT_ALLOWED')
    expect((await makeOfPlant(['safety'])).accessToken.scopes).toEqual(['read', 'safety'])
  })

  it('lasts at most two years', async () => {
    for (const days of [0, 731, 1.5])
      expect(await server.as(ada).refusal('createAccessToken', { token: { ...draft(), days } })).toBe('INVALID_INPUT')
    expect((await makeOwn({ days: 730 })).accessToken.end).toBeNull()
  })

  it('is limited in number per maker, even at once', async () => {
    const codes = await Promise.all(
      Array.from({ length: maxTokensPerMaker + 2 }, (_, n) =>
        n % 2 === 0
          ? server.as(ada).refusal('createAccessToken', { token: draft() })
          : server.as(ada).refusal('createPlantAccessToken', { plantId, token: draft() }),
      ),
    )
    expect(codes.filter((code) => code === 'TOKEN_LIMIT')).toHaveLength(2)
    const limit = { code: 'TOKEN_LIMIT', details: { limit: maxTokensPerMaker } }
    await expect(makeOwn()).rejects.toMatchObject(limit)
    await expect(makeOfPlant()).rejects.toMatchObject(limit)
    const [{ id: tokenId } = { id: '' }] = await listOwn()
    await server.as(ada).call('revokeAccessToken', { tokenId })
    expect(await server.as(ada).refusal('createAccessToken', { token: draft() })).toBeNull()
  })
})

describe('list of access tokens', () => {
  it('shows the tokens of a plant to its members, and own ones to nobody else', async () => {
    const [own, ofPlant] = [await makeOwn(), await makeOfPlant()]
    expect(await listOfPlant(ben)).toEqual([ofPlant.accessToken])
    expect(await listOwn()).toEqual([own.accessToken])
    expect((await server.as(ben).call('getAccessTokens', {})).tokens).toEqual([])
    const nonMember = await server.create.user()
    expect(await server.as(nonMember).refusal('getPlantAccessTokens', { plantId })).toBe('PLANT_NOT_FOUND')
  })

  it('keeps ended tokens for 90 days with the reason', async () => {
    const [revoked, expired] = [await makeOfPlant(), await makeOfPlant()]
    const tokenId = revoked.accessToken.id
    const ended = await server.as(ada).call('revokePlantAccessToken', { plantId, tokenId })
    expect(ended.accessToken.end).toEqual({ at: server.clock.now().toISOString(), reason: 'revoked' })
    const start = server.clock.time
    const reasons = async () => (await listOfPlant()).map(({ end }) => end?.reason)
    const deleteOld = () => deleteEndedTokens(server.database.db, server.clock.now(), 1_000)
    const storedIds = async () =>
      (await server.database.db.select().from(accessTokenTable).where(eq(accessTokenTable.plantId, plantId))).map(
        ({ id }) => id,
      )
    try {
      server.clock.time = new Date(start.getTime() + 89 * dayMs)
      await deleteOld()
      expect((await reasons()).toSorted()).toEqual(['expired', 'revoked'])
      server.clock.time = new Date(start.getTime() + 91 * dayMs)
      expect(await reasons()).toEqual(['expired'])
      await deleteOld()
      expect(await storedIds()).toEqual([expired.accessToken.id])
      server.clock.time = new Date(start.getTime() + 121 * dayMs)
      expect(await reasons()).toEqual([])
    } finally {
      server.clock.time = start
    }
  })
})

describe('revoking an access token', () => {
  it('ends it at once, makes the programs of its maker check, and can be repeated', async () => {
    const { accessToken, token } = await makeOwn()
    expect(await find(token)).not.toBeNull()
    server.broadcasts.length = 0
    await server.as(ada).call('revokeAccessToken', { tokenId: accessToken.id })
    expect(await find(token)).toBeNull()
    expect(server.broadcasts).toEqual([
      { audience: { user: ada.userId }, event: 'accessTokens', data: { plant_id: null } },
    ])
    const again = await server.as(ada).call('revokeAccessToken', { tokenId: accessToken.id })
    expect(again.accessToken.end?.reason).toBe('revoked')
    expect(server.broadcasts).toHaveLength(1)
  })

  it('needs the own token, or any token of an administered plant', async () => {
    const [own, ofPlant] = [await makeOwn(), await makeOfPlant()]
    const [ownId, ofPlantId] = [own.accessToken.id, ofPlant.accessToken.id]
    const code = 'ACCESS_TOKEN_NOT_FOUND'
    expect(await server.as(ben).refusal('revokeAccessToken', { tokenId: ownId })).toBe(code)
    expect(await server.as(ada).refusal('revokeAccessToken', { tokenId: ofPlantId })).toBe(code)
    expect(await server.as(ada).refusal('revokePlantAccessToken', { plantId, tokenId: ownId })).toBe(code)
    const elsewhere = { plantId: otherPlantId, tokenId: ofPlantId }
    expect(await server.as(ada).refusal('revokePlantAccessToken', elsewhere)).toBe(code)
    expect(await server.as(ben).refusal('revokePlantAccessToken', { plantId, tokenId: ofPlantId })).toBe('NOT_ALLOWED')
  })
})

describe('a program', () => {
  it('is refused beyond its scopes before its input is read', async () => {
    const reader = server.as(await programOf((await makeOwn()).token))
    expect(await reader.refusal('getUnitsDetails', { plantId })).toBeNull()
    expect(await reader.refusal('saveCu', { plantId, wrong: true })).toBe('NOT_ALLOWED')
    expect(await reader.refusal('identifyLamps', { plantId })).toBe('NOT_ALLOWED')
    const configurer = server.as(await programOf((await makeOwn({ scopes: ['configure'] })).token))
    const unit = { plantId, cuType: 'logica', cuId: '0A1B2D' }
    expect(await configurer.refusal('saveCu', unit)).toBeNull()
    expect(await configurer.refusal('inhibitUnits', { plantId })).toBe('NOT_ALLOWED')
  })

  it('has no more rights than its maker now has', async () => {
    const { token } = await makeOfPlant(['configure'])
    const refusal = async () => server.as(await programOf(token)).refusal('savePriceSettings', { plantId, wrong: true })
    expect(await refusal()).toBe('INVALID_INPUT')
    await server.database.pool.query(
      `update plant_member set role = 'installerStaff' where plant_id = $1 and user_id = $2`,
      [plantId, ada.userId],
    )
    expect(await refusal()).toBe('NOT_ALLOWED')
  })

  it('sees only the plants of its token, in lists too', async () => {
    for (const { token } of [await makeOfPlant(['configure']), await makeOwn({ plantIds: [plantId] })]) {
      const program = server.as(await programOf(token))
      const { plants, total } = await program.call('getAllPlants', {})
      expect([plants.map((plant) => plant.plant_id), total]).toEqual([[plantId], 1])
      expect((await program.call('getAttention', {})).plants).toBe(1)
      expect((await program.call('findAnything', { text: 'Library' })).plants).toEqual([])
      expect(await program.refusal('getUnitsDetails', { plantId: otherPlantId })).toBe('PLANT_NOT_FOUND')
    }
    const everywhere = server.as(await programOf((await makeOwn()).token))
    expect((await everywhere.call('getAllPlants', {})).total).toBe(2)
  })

  it('is shown no accounts of people', async () => {
    const program = server.as(await programOf((await makeOwn()).token))
    expect((await program.call('getPlantDetails', { plantId })).plant.plant_users).toEqual([])
    expect((await program.call('findAnything', { text: ada.name })).people).toEqual([])
    expect((await server.as(ada).call('findAnything', { text: ada.name })).people.length).toBeGreaterThan(0)
    for (const action of ['getPlantUsers', 'getAudit', 'getUserInfos', 'getSessions'])
      expect([action, await program.refusal(action, { plantId })]).toEqual([action, 'NOT_ALLOWED'])
  })

  it('creates plants only with a token for all plants', async () => {
    const input = { plant: {} }
    const mayCreate = async (token: string) => server.as(await programOf(token)).refusal('savePlant', input)
    expect(await mayCreate((await makeOwn({ scopes: ['configure'] })).token)).toBe('INVALID_INPUT')
    expect(await mayCreate((await makeOwn({ scopes: ['configure'], plantIds: [plantId] })).token)).toBe('NOT_ALLOWED')
    expect(await mayCreate((await makeOfPlant(['configure'])).token)).toBe('NOT_ALLOWED')
  })

  it('of a plant ends when its maker leaves, and stays ended', async () => {
    const carl = await server.create.user()
    const join = () =>
      server.database.pool.query(
        `insert into plant_member (plant_id, user_id, role, since) values ($1, $2, 'installerAdministrator', now())`,
        [plantId, carl.userId],
      )
    await join()
    // The database writes the end by its own clock, ahead of the test's.
    const draftOfYears = { ...draft(), days: 730 }
    const { token } = await server.as(carl).call('createPlantAccessToken', { plantId, token: draftOfYears })
    const own = await server.as(carl).call('createAccessToken', { token: draft() })
    await server.as(ada).call('rimuoviCollab', { plantId, userId: carl.userId })
    expect(await find(token)).toBeNull()
    expect((await listOfPlant()).map(({ end }) => end?.reason)).toEqual(['makerLeft'])
    expect(await server.as(await programOf(own.token)).refusal('getUnitsDetails', { plantId })).toBe('PLANT_NOT_FOUND')
    await join()
    expect(await find(token)).toBeNull()
    expect(await server.as(await programOf(own.token)).refusal('getUnitsDetails', { plantId })).toBeNull()
  })

  it('of a plant ends with the last day of the membership, before any task has run', async () => {
    const { token } = await makeOfPlant()
    await server.database.pool.query(
      `update plant_member set ends_on = $1::date, ends_at = $1 where plant_id = $2 and user_id = $3`,
      [new Date(server.clock.now().getTime() - 1_000), plantId, ada.userId],
    )
    expect(await find(token)).toBeNull()
  })

  it('of a suspended person is refused in words', async () => {
    const tokens = [(await makeOwn()).token, (await makeOfPlant()).token]
    await server.database.pool.query(`update profile set validation = 'pending' where user_id = $1`, [ada.userId])
    for (const token of tokens)
      expect(await server.as(await programOf(token)).refusal('getUnitsDetails', { plantId })).toBe('ACCOUNT_SUSPENDED')
  })

  it('is not found by an expired token', async () => {
    const { token } = await makeOwn({ days: 1 })
    const start = server.clock.time
    server.clock.time = new Date(start.getTime() + dayMs - 1)
    const before = await find(token)
    server.clock.time = new Date(start.getTime() + dayMs)
    const after = await find(token)
    server.clock.time = start
    expect([before?.userId, after]).toEqual([ada.userId, null])
  })

  it('stores its last use once a minute', async () => {
    const { token } = await makeOwn()
    const start = server.clock.time
    const lastUse = async () => (await listOwn())[0]?.lastUsedAt
    await find(token)
    await expect.poll(lastUse).toBe(start.toISOString())
    server.clock.time = new Date(start.getTime() + 59_000)
    await find(token)
    server.clock.time = new Date(start.getTime() + 61_000)
    await find(token)
    await expect.poll(lastUse).toBe(server.clock.time.toISOString())
    server.clock.time = start
  })
})

describe('audit of a program', () => {
  it('names the token beside the person, for done and refused writes', async () => {
    const { accessToken, token } = await makeOwn({ scopes: ['configure'] })
    const program = server.as(await programOf(token))
    await program.call('saveCu', { plantId, cuType: 'logica', cuId: '0A1B2E' })
    await program.refusal('saveCu', { plantId, cuType: 'logica', cuId: '0A1B2E' })
    await server.as(ada).call('saveCu', { plantId, cuType: 'logica', cuId: '0A1B2F' })
    const { entries } = await server.as(ada).call('getAudit', { plantId, ofAction: 'saveCu' })
    const itsToken = { id: accessToken.id, name: 'Energy board' }
    expect(entries.map(({ name, token, result }) => [name, token, result])).toEqual(
      expect.arrayContaining([
        [ada.name, null, 'ok'],
        [ada.name, itsToken, 'UNIT_ALREADY_PRESENT'],
        [ada.name, itsToken, 'ok'],
      ]),
    )
  })

  it('lists making and revoking under the name of the token', async () => {
    const { accessToken } = await makeOfPlant(['operate'])
    await server.as(ada).call('revokePlantAccessToken', { plantId, tokenId: accessToken.id })
    const { entries } = await server.as(ada).call('getAudit', { plantId, search: 'Night round' })
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['createPlantAccessToken', 'revokePlantAccessToken'])
    const created = entries.find(({ action }) => action === 'createPlantAccessToken')
    expect(created?.changes).toEqual([
      { field: 'scopes', before: null, after: 'read, operate' },
      { field: 'validDays', before: null, after: 30 },
    ])
  })

  it('keeps no idempotent answer of the person for the program', async () => {
    const key = randomUUID()
    const unit = { plantId: otherPlantId, cuType: 'logica', cuId: '0A1B30' }
    await server.as(ada).call('saveCu', unit, key)
    const program = server.as(await programOf((await makeOwn({ scopes: ['configure'], plantIds: [plantId] })).token))
    await expect(program.call('saveCu', unit, key)).rejects.toMatchObject({ code: 'PLANT_NOT_FOUND' })
  })
})
