import { describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import type { Sessions } from '../../ports/sessions.ts'
import { combineSessions, createTokenSessions } from './token-sessions.ts'

const open = () => {
  const state = { isValid: true, lookUps: 0 }
  const sessions = createTokenSessions({
    hashOf: (token) => (token.startsWith('vgx_') ? `hash of ${token}` : null),
    findCaller: async () => {
      state.lookUps++
      return state.isValid ? ({ kind: 'user', userId: 'u1' } as User) : null
    },
  })
  return { ...sessions, state }
}
const headers = { authorization: 'Bearer vgx_one' }

describe('token sessions', () => {
  it('read the validity of a token for each request', async () => {
    const { find, state } = open()
    expect(await find(headers)).toMatchObject({ userId: 'u1' })
    state.isValid = false
    expect(await find(headers)).toBeNull()
    expect(state.lookUps).toBe(2)
  })
  it('charge a valid token to its owner, and any other one to the address', async () => {
    const { find, accountOf, forget, state } = open()
    expect(accountOf(headers)).toBeNull()
    await find(headers)
    expect(accountOf(headers)).toBe('u1')
    expect(accountOf({ authorization: 'Bearer vgx_two' })).toBeNull()
    forget('u1')
    expect(accountOf(headers)).toBeNull()
    await find(headers)
    state.isValid = false
    await find(headers)
    expect(accountOf(headers)).toBeNull()
  })
  it.each(['Bearer other', 'Basic vgx_one', 'vgx_one', 'Bearer vgx_one vgx_two', 'Bearer vgx_one, Bearer vgx_two', ''])(
    'refuse "%s" without a query',
    async (authorization) => {
      const { find, state } = open()
      expect(await find({ authorization })).toBeNull()
      expect(state.lookUps).toBe(0)
    },
  )
})

it('a request with an Authorization header is never judged by its cookie', async () => {
  const browser = { kind: 'user', userId: 'browser' } as User
  const cookies: Sessions = {
    find: async () => browser,
    accountOf: () => 'browser',
    isClaimed: () => false,
    forget: () => undefined,
  }
  const tokens = open()
  const { find, accountOf, isClaimed } = combineSessions(cookies, tokens)
  expect(await find({ cookie: 'c' })).toBe(browser)
  expect(await find({ cookie: 'c', ...headers })).toMatchObject({ userId: 'u1' })
  tokens.state.isValid = false
  expect(await find({ cookie: 'c', ...headers })).toBeNull()
  expect(accountOf({ cookie: 'c', authorization: '' })).toBeNull()
  expect([isClaimed({ cookie: 'c' }), isClaimed({ authorization: '' })]).toEqual([false, true])
})
