import { describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createSessions } from './sessions.ts'

const headers = { cookie: 'theme=dark; vigilux.session_token=abc.def' }

const open = () => {
  const stored = { session: true, suspended: false }
  let lookUps = 0
  let at = 0
  let hold: Promise<void> | null = null
  const sessions = createSessions({
    findSession: async () => {
      lookUps++
      const found = stored.session ? { userId: 'u1', sessionId: 's1' } : null
      await hold
      return found
    },
    findSignedIn: async (userId, sessionId) =>
      stored.session ? ({ kind: 'user', userId, sessionId, suspended: stored.suspended } as User) : null,
    now: () => at,
  })
  return {
    ...sessions,
    stored,
    lookUps: () => lookUps,
    pass: (ms: number) => {
      at += ms
    },
    holdUntil: (promise: Promise<void>) => {
      hold = promise
    },
  }
}

describe('a session', () => {
  it('is looked up once a minute', async () => {
    const { find, lookUps, pass } = open()
    for (let n = 0; n < 10; n++) await find(headers)
    expect(lookUps()).toBe(1)
    pass(60_001)
    await find(headers)
    expect(lookUps()).toBe(2)
  })
  it('that ended elsewhere serves nothing from then on, and is no longer counted by', async () => {
    const { find, stored, accountOf } = open()
    expect(await find(headers)).not.toBeNull()
    stored.session = false
    expect(await find(headers)).toBeNull()
    expect(accountOf(headers)).toBeNull()
  })
  it('is forgotten at once when it is known to have ended', async () => {
    const { find, stored, forget, accountOf } = open()
    await find(headers)
    expect(accountOf(headers)).toBe('u1')
    stored.session = false
    forget('u1')
    expect(accountOf(headers)).toBeNull()
    expect(await find(headers)).toBeNull()
  })
  it('that ended while it was looked up is not remembered', async () => {
    const { find, stored, forget, holdUntil } = open()
    const { promise, resolve } = Promise.withResolvers<void>()
    holdUntil(promise)
    const slow = find(headers)
    stored.session = false
    forget('u1')
    resolve()
    await slow
    expect(await find(headers)).toBeNull()
  })
  it('says nothing of a suspension that has come or gone since', async () => {
    const { find, stored } = open()
    await find(headers)
    stored.suspended = true
    expect(await find(headers)).toMatchObject({ suspended: true })
  })
  it('is not looked for without its cookie', async () => {
    const { find, lookUps, accountOf } = open()
    expect(await find({ cookie: 'other=1' })).toBeNull()
    expect(await find({})).toBeNull()
    expect(accountOf({})).toBeNull()
    expect(lookUps()).toBe(0)
  })
})
