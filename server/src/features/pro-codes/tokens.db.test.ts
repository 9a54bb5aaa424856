import { randomUUID } from 'node:crypto'
import { isProCode } from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { anonymous, createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let office: User
let installer: User

beforeAll(async () => {
  server = await createTestServer()
  office = await server.create.user({ usertype: 'admin', scope: 'nto' })
  installer = await server.create.user()
})
afterAll(() => server.stop())

const make = (tokens: object = {}) =>
  server.as(office).call('createTokens', { tokens: { count: 1, months: 12, ...tokens } })
const list = (input = {}) => server.as(office).call('getAllTokens', input)
const makeOne = async (tokens: object = {}) => {
  const [createdToken] = (await make(tokens)).tokens
  if (!createdToken) throw new Error('no code was made')
  return createdToken
}
const spendCode = async (code: string, name: string) => {
  const plantId = await server.create.plant({ name, pro: false, members: { installerAdministrator: installer.userId } })
  await server.as(installer).call('abilitaPro', { plantId, code })
  return plantId
}

describe('Pro codes', () => {
  it.each([12, 24, 36, 60] as const)('of %i months have valid check digits and are unique', async (months) => {
    const { tokens } = await make({ count: 50, months })
    expect(tokens.filter(({ code }) => isProCode(code))).toHaveLength(50)
    expect(new Set(tokens.map(({ code }) => code)).size).toBe(50)
    expect(tokens[0]?.token).toMatchObject({ months, state: 'free', last4: tokens[0]?.code.slice(-4) })
  })

  it.each([{ months: 13 }, { months: 0 }, { months: '12' }, { count: 0 }, { count: 501 }, { count: 1.5 }])(
    'are refused for %j',
    async (tokens) => {
      const before = (await list()).total
      const input = { tokens: { count: 1, months: 12, ...tokens } } as never
      expect(await server.as(office).refusal('createTokens', input)).toBe('INVALID_INPUT')
      expect((await list()).total).toBe(before)
    },
  )
})

describe('code list', () => {
  it('finds codes by digits, reference, plant and state, in pages', async () => {
    const reference = `Order ${randomUUID()}`
    const createdTokens = (await make({ count: 7, months: 36, reference })).tokens
    const code = createdTokens[3]?.code ?? ''
    const plantId = await spendCode(code, 'Mercado do Bolhão')
    await server.as(office).call('revokeToken', { tokenId: createdTokens[5]?.token.id ?? '', reason: 'Wrong customer' })
    expect((await list({ search: reference })).total).toBe(7)
    expect((await list({ search: reference, state: 'free' })).total).toBe(5)
    expect((await list({ search: 'do bolhão' })).tokens).toMatchObject([
      { state: 'used', usedBy: installer.name, plant: { plant_id: plantId, plantname: 'Mercado do Bolhão' } },
    ])
    expect((await list({ search: code.slice(-4) })).tokens.map(({ last4 }) => last4)).toContain(code.slice(-4))
    expect((await list({ search: reference, state: 'revoked' })).tokens).toMatchObject([
      { reason: 'Wrong customer', revokedBy: office.name },
    ])
    const pages = await Promise.all([1, 2, 3].map((page) => list({ search: reference, page, pageSize: 3 })))
    expect(pages.map(({ tokens }) => tokens.length)).toEqual([3, 3, 1])
    expect(new Set(pages.flatMap(({ tokens }) => tokens.map(({ id }) => id))).size).toBe(7)
    const byLast4 = await list({ search: reference, sort: 'last4', direction: 'asc' })
    const sorted = byLast4.tokens.map(({ last4 }) => last4)
    expect(sorted).toEqual(sorted.toSorted())
    expect((await list({ search: reference, sort: 'used', direction: 'desc' })).tokens[0]?.state).toBe('used')
    const used = (await list({ search: reference, state: 'used' })).tokens[0]?.usedAt
    const usedSince = async (at: number) =>
      (await list({ search: reference, usedSince: new Date(at).toISOString() })).total
    const usedAt = Date.parse(used ?? '')
    expect([await usedSince(usedAt), await usedSince(usedAt + 1)]).toEqual([1, 0])
    const { states, total } = await list()
    expect(states.free + states.used + states.revoked).toBe(total)
  })

  it('shows only the last four digits', async () => {
    const { code } = await makeOne()
    expect(JSON.stringify(await list({ pageSize: 100 }))).not.toContain(code.slice(0, 12))
  })
})

describe('revoking a code', () => {
  it('closes a free code once with person and reason', async () => {
    const { token } = await makeOne()
    const revoke = (reason: string) => server.as(office).call('revokeToken', { tokenId: token.id, reason })
    const first = await revoke('Sent to the wrong address')
    expect(first.token).toMatchObject({ state: 'revoked', reason: 'Sent to the wrong address', revokedBy: office.name })
    expect(await revoke('Once more')).toEqual(first)
  })

  it('is refused for a used or unknown code', async () => {
    const { code, token } = await makeOne()
    await spendCode(code, 'Klinikum Ost')
    const revoke = (tokenId: string) => server.as(office).refusal('revokeToken', { tokenId, reason: 'Too late' })
    expect(await revoke(token.id)).toBe('CODE_ALREADY_USED')
    expect(await revoke(randomUUID())).toBe('CODE_NOT_FOUND')
    expect((await list({ search: 'Klinikum' })).tokens).toMatchObject([{ state: 'used', reason: null }])
  })

  it('during its use lets one of both succeed', async () => {
    const { code, token } = await makeOne()
    const plantId = await server.create.plant({ pro: false, members: { installerAdministrator: installer.userId } })
    const [usedRefusal, revoked] = await Promise.all([
      server.as(installer).refusal('abilitaPro', { plantId, code }),
      server.as(office).refusal('revokeToken', { tokenId: token.id, reason: 'At once' }),
    ])
    expect([
      { used: null, revoked: 'CODE_ALREADY_USED' },
      { used: 'INVALID_CODE', revoked: null },
    ]).toContainEqual({ used: usedRefusal, revoked })
  })
})

it('only the national office manages codes', async () => {
  const area = await server.create.user({ usertype: 'admin', scope: 'ba', area: 'IT' })
  const { token } = await makeOne()
  for (const caller of [area, installer]) {
    expect(await server.as(caller).refusal('getAllTokens', {})).toBe('NOT_ALLOWED')
    expect(await server.as(caller).refusal('createTokens', { tokens: { count: 1, months: 12 } })).toBe('NOT_ALLOWED')
    expect(await server.as(caller).refusal('revokeToken', { tokenId: token.id, reason: 'x' })).toBe('NOT_ALLOWED')
  }
  expect(await server.as(anonymous).refusal('getAllTokens', {})).toBe('NOT_SIGNED_IN')
})
