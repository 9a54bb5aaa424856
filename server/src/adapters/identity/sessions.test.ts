import { describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createSessions } from './sessions.ts'

const headers = { cookie: 'theme=dark; vigilux.session_token=abc.def' }

const open = () => {
  const storedSession = { session: true, suspended: false }
  let lookUps = 0
  let at = 0
  let pausedUntil: Promise<void> | null = null
  const sessions = createSessions({
    findSession: async () => {
      lookUps++
      const found = storedSession.session ? { userId: 'u1', sessionId: 's1' } : null
      await pausedUntil
      return found
    },
    findSignedIn: async (userId, sessionId) =>
      storedSession.session ? ({ kind: 'user', userId, sessionId, suspended: storedSession.suspended } as User) : null,
    now: () => at,
  })
  return {
    ...sessions,
    storedSession,
    lookUps: () => lookUps,
    pass: (ms: number) => {
      at += ms
    },
    holdUntil: (promise: Promise<void>) => {
      pausedUntil = promise
    },
  }
}

describe('session cache', () => {
  it('looks a session up once a minute', async () => {
    const { find, lookUps, pass } = open()
    for (let n = 0; n < 10; n++) await find(headers)
    expect(lookUps()).toBe(1)
    pass(60_001)
    await find(headers)
    expect(lookUps()).toBe(2)
  })
  it('drops a session that ended elsewhere', async () => {
    const { find, storedSession, accountOf } = open()
    expect(await find(headers)).not.toBeNull()
    storedSession.session = false
    expect(await find(headers)).toBeNull()
    expect(accountOf(headers)).toBeNull()
  })
  it('forgets a session at once when it ends', async () => {
    const { find, storedSession, forget, accountOf } = open()
    await find(headers)
    expect(accountOf(headers)).toBe('u1')
    storedSession.session = false
    forget('u1')
    expect(accountOf(headers)).toBeNull()
    expect(await find(headers)).toBeNull()
  })
  it('does not store a session that ended during the lookup', async () => {
    const { find, storedSession, forget, holdUntil } = open()
    const { promise, resolve } = Promise.withResolvers<void>()
    holdUntil(promise)
    const pendingFind = find(headers)
    storedSession.session = false
    forget('u1')
    resolve()
    await pendingFind
    expect(await find(headers)).toBeNull()
  })
  it('does not cache the suspension of an account', async () => {
    const { find, storedSession } = open()
    await find(headers)
    storedSession.suspended = true
    expect(await find(headers)).toMatchObject({ suspended: true })
  })
  it('does not look up a session without its cookie', async () => {
    const { find, lookUps, accountOf } = open()
    expect(await find({ cookie: 'other=1' })).toBeNull()
    expect(await find({})).toBeNull()
    expect(accountOf({})).toBeNull()
    expect(lookUps()).toBe(0)
  })
})
