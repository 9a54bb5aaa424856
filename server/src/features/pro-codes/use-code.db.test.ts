import type { ProCodeUse } from '@vigilux/contract/features/pro-codes/pro-code.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import type { Refusal } from '../../kernel/refusal.ts'
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
  office = await server.create.user({ usertype: 'admin', scope: 'nto' })
})
beforeEach(async () => {
  // A new account per test, because attempts are limited.
  ;[installer, owner] = [await server.create.user(), await server.create.user()]
  server.clock.time = new Date('2026-11-23T12:00:00Z')
  plantId = await newPlant()
})
afterAll(() => server.stop())

const newPlant = (pro = false) =>
  server.create.plant({ pro, members: { installerAdministrator: installer.userId, clientOwner: owner.userId } })
const randomCodes = new Set<string>()
/**
 * Made again if two codes end alike. The office finds a code by its last four digits, and two of twenty may share them.
 */
const codes = async (count: number, months: 12 | 24 | 36 | 60 = 12): Promise<{ code: string }[]> => {
  const { tokens } = await server
    .as(office)
    .call('createTokens', { tokens: { count, months, reference: 'Order 1184' } })
  const lastDigits = tokens.map((one) => one.code.slice(-4))
  const isNew = new Set([...randomCodes, ...lastDigits]).size === randomCodes.size + count
  for (const end of lastDigits) randomCodes.add(end)
  return isNew ? tokens : codes(count, months)
}
const code = async (months: 12 | 24 | 36 | 60 = 12) => (await codes(1, months))[0]?.code ?? ''
const redeemCode = (typedCode: string, overrides: object = {}, caller = installer) =>
  server.as(caller).call('abilitaPro', { plantId, code: typedCode, ...overrides })
const refusalOf = (typedCode: string, overrides: object = {}, caller = installer) =>
  server.as(caller).refusal('abilitaPro', { plantId, code: typedCode, ...overrides })
const unconfirmed = (typedCode: string, overrides: object = {}) =>
  redeemCode(typedCode, overrides).then(
    () => undefined,
    (error: Refusal) => ({ code: error.code, ...(error.details as ProCodeUse) }),
  )
/** Uses a code, and confirms the new expiry where Pro runs. */
const redeem = async (typedCode: string) => {
  const isRunning = (await plant()).tier === 'pro'
  return redeemCode(typedCode, isRunning ? { confirmed: (await unconfirmed(typedCode))?.expiry } : {})
}
const plant = async (id = plantId) => (await server.as(installer).call('getPlantDetails', { plantId: id })).plant
const stateOf = async (last4: string) =>
  (await server.as(office).call('getAllTokens', { search: last4 })).tokens.find((one) => one.last4 === last4)?.state

describe('Pro code', () => {
  it('counts at once for a Basic plant', async () => {
    const typedCode = await code(24)
    server.broadcasts.length = 0
    const answer = await redeemCode(typedCode)
    // Midnight in Rome: the last paid day is 22 November 2028.
    expect(answer).toEqual({ months: 24, expiry: '2028-11-22T23:00:00.000Z', runningExpiry: null })
    expect(await plant()).toMatchObject({ tier: 'pro', plant_type: 'pro', pro_expiry: answer.expiry })
    expect(server.broadcasts).toMatchObject([
      { event: 'proChanged', audience: { plant: plantId } },
      { event: 'tokenUsed', audience: { user: office.userId } },
    ])
    expect((await server.as(owner).call('getProCodes', { plantId })).codes).toEqual([
      {
        last4: typedCode.slice(-4),
        months: 24,
        kind: 'key',
        usedBy: installer.name,
        usedAt: '2026-11-23T12:00:00.000Z',
        expiry: answer.expiry,
      },
    ])
  })

  it('counts for a Pro plant once the new expiry is confirmed', async () => {
    await redeem(await code(12))
    const typedCode = await code(24)
    const expiry = '2029-11-22T23:00:00.000Z'
    const runningExpiry = '2027-11-22T23:00:00.000Z'
    for (const overrides of [{}, { confirmed: runningExpiry }])
      expect(await unconfirmed(typedCode, overrides)).toEqual({
        code: 'PRO_EXPIRY_UNCONFIRMED',
        months: 24,
        expiry,
        runningExpiry,
      })
    expect(await stateOf(typedCode.slice(-4))).toBe('free')
    expect(await redeemCode(typedCode, { confirmed: expiry })).toEqual({ months: 24, expiry, runningExpiry })
    expect(await plant()).toMatchObject({ tier: 'pro', pro_expiry: expiry })
  })

  it('extends a running expiry, or starts today after its end', async () => {
    await redeem(await code(12))
    const renewedPro = await redeem(await code(12))
    expect(renewedPro).toMatchObject({ runningExpiry: '2027-11-22T23:00:00.000Z', expiry: '2028-11-22T23:00:00.000Z' })
    server.clock.time = new Date('2028-11-22T22:59:59.999Z')
    expect((await plant()).tier).toBe('pro')
    server.clock.time = new Date('2028-11-22T23:00:00Z')
    expect((await plant()).tier).toBe('expired')
    server.clock.time = new Date('2029-01-30T23:30:00Z')
    expect((await redeem(await code(12))).expiry).toBe('2030-01-30T23:00:00.000Z')
    const { codes: usedCodes } = await server.as(installer).call('getProCodes', { plantId })
    expect(usedCodes.map(({ kind }) => kind)).toEqual(['key', 'renewal', 'key'])
  })

  it('needs another confirmation if the expiry has changed', async () => {
    const [first = { code: '' }, second = { code: '' }, third = { code: '' }] = await codes(3)
    await redeem(first.code)
    const confirmed = (await unconfirmed(third.code))?.expiry
    await redeem(second.code)
    expect(await unconfirmed(third.code, { confirmed })).toMatchObject({ expiry: '2029-11-22T23:00:00.000Z' })
    expect(await stateOf(third.code.slice(-4))).toBe('free')
  })

  it('is accepted in groups with spaces and dashes', async () => {
    const groupsOf = async () => (await code()).match(/.{4}/g) ?? []
    expect((await redeem((await groupsOf()).join(' '))).months).toBe(12)
    expect((await redeem(` ${(await groupsOf()).join(' - ')}`)).months).toBe(12)
  })

  it('that is malformed, unknown or revoked gives the same answer', async () => {
    const typedCode = await code()
    const swappedCode = typedCode.replace(/.$/, (last) => String((Number(last) + 1) % 10))
    const { tokens } = await server.as(office).call('getAllTokens', { search: typedCode.slice(-4) })
    await server.as(office).call('revokeToken', { tokenId: tokens[0]?.id ?? '', reason: 'Sent to the wrong address' })
    const wrongCodes = [
      swappedCode,
      typedCode.slice(1),
      `${typedCode}0`,
      `${typedCode.slice(1)}A`,
      '',
      generateCode(),
      typedCode,
    ]
    expect(await Promise.all(wrongCodes.map((one) => refusalOf(one)))).toEqual(wrongCodes.map(() => 'INVALID_CODE'))
    expect((await plant()).tier).toBe('basic')
  })

  it('counts once, even for the same plant', async () => {
    const typedCode = await code()
    await redeem(typedCode)
    const other = await newPlant()
    expect([await refusalOf(typedCode), await refusalOf(typedCode, { plantId: other })]).toEqual([
      'CODE_ALREADY_USED',
      'CODE_ALREADY_USED',
    ])
  })

  it('used by two plants at once counts for one', async () => {
    const other = await newPlant()
    const typedCode = await code()
    const plantIds = [plantId, other]
    const results = await Promise.all(plantIds.map((id) => refusalOf(typedCode, { plantId: id })))
    expect(results.toSorted()).toEqual(['CODE_ALREADY_USED', null].toSorted())
    const tiers = await Promise.all(plantIds.map(async (id) => (await plant(id)).tier))
    expect(tiers.toSorted()).toEqual(['basic', 'pro'])
  })

  it('attempts are throttled, even with a valid code', async () => {
    const outcomes: (string | null)[] = []
    for (let n = 0; n < 21; n++) outcomes.push(await refusalOf(generateCode()))
    expect(new Set(outcomes.slice(0, 20))).toEqual(new Set(['INVALID_CODE']))
    expect(outcomes.at(-1)).toBe('TOO_MANY_REQUESTS')
    expect(await refusalOf(await code())).toBe('TOO_MANY_REQUESTS')
  })

  it('is never stored, audited or returned in full', async () => {
    const typedCode = await code()
    await redeemCode(typedCode)
    const tables = await server.database.pool.query(
      "select tablename as name from pg_tables where schemaname = 'public'",
    )
    for (const { name } of tables.rows) {
      const { rows } = await server.database.pool.query(`select to_jsonb(t)::text as row from "${name}" t`)
      for (const { row } of rows) expect(`${row}`).not.toContain(typedCode)
    }
    const { entries } = await server.as(installer).call('getAudit', { plantId })
    expect(entries[0]).toMatchObject({
      action: 'abilitaPro',
      result: 'ok',
      things: [{ kind: 'plant' }, { kind: 'code', name: `•••• ${typedCode.slice(-4)}` }],
      changes: [{ field: 'pro_expiry', before: null, after: '2027-11-22T23:00:00.000Z' }],
    })
  })
})

it('codes are hashed with a server key', async () => {
  const typedCode = await code()
  const { createHash } = await import('node:crypto')
  const { rows } = await server.database.pool.query('select code_hash from pro_code')
  expect(rows.map((row) => row.code_hash)).not.toContain(createHash('sha256').update(typedCode).digest('hex'))
})

it.each(['installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'] as const)(
  '%s cannot use a code but can see used ones',
  async (role) => {
    const member = await server.create.user()
    const id = await server.create.plant({ pro: false, members: { [role]: member.userId } })
    const typedCode = await code()
    expect(await refusalOf(typedCode, { plantId: id }, member)).toBe('NOT_ALLOWED')
    expect(await server.as(member).call('getProCodes', { plantId: id })).toEqual({ codes: [] })
    expect(await refusalOf(typedCode, {}, member)).toBe('PLANT_NOT_FOUND')
    expect(await stateOf(typedCode.slice(-4))).toBe('free')
  },
)

it('Pro ends with its day in the time zone of the plant', async () => {
  await redeem(await code())
  const { address, version, plantname, plant_type } = await plant()
  const changed = { plantname, plant_type, address, timezone: 'America/New_York' }
  await server.as(installer).call('updatePlant', { plantId, version, plant: changed })
  expect((await plant()).pro_expiry).toBe('2027-11-23T05:00:00.000Z')
})
