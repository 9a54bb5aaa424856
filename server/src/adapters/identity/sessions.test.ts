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
    findCaller: async (userId, sessionId) => ({ kind: 'user', userId, sessionId, suspended: stored.suspended }) as User,
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
  it('is looked up once for the reads of two seconds, and again for each write', async () => {
    const { find, lookUps, pass } = open()
    for (let n = 0; n < 10; n++) await find(headers, 'recent')
    expect(lookUps()).toBe(1)
    await find(headers, 'stored')
    await find(headers, 'stored')
    expect(lookUps()).toBe(3)
    pass(2001)
    await find(headers, 'recent')
    expect(lookUps()).toBe(4)
  })
  it('that ended elsewhere serves no write at once, and no read after two seconds', async () => {
    const { find, stored, pass } = open()
    await find(headers, 'recent')
    stored.session = false
    expect(await find(headers, 'recent')).not.toBeNull()
    expect(await find(headers, 'stored')).toBeNull()
    expect(await find(headers, 'recent')).toBeNull()
    stored.session = true
    await find(headers, 'recent')
    stored.session = false
    pass(2001)
    expect(await find(headers, 'recent')).toBeNull()
  })
  it('is forgotten at once when it is known to have ended', async () => {
    const { find, stored, forget, accountOf } = open()
    await find(headers, 'recent')
    expect(accountOf(headers)).toBe('u1')
    stored.session = false
    forget('u1')
    expect(accountOf(headers)).toBeNull()
    expect(await find(headers, 'recent')).toBeNull()
  })
  it('that ended while it was looked up is not remembered', async () => {
    const { find, stored, forget, holdUntil } = open()
    const { promise, resolve } = Promise.withResolvers<void>()
    holdUntil(promise)
    const slow = find(headers, 'recent')
    stored.session = false
    forget('u1')
    resolve()
    await slow
    expect(await find(headers, 'recent')).toBeNull()
  })
  it('says nothing of a suspension that has come or gone since', async () => {
    const { find, stored } = open()
    await find(headers, 'recent')
    stored.suspended = true
    expect(await find(headers, 'recent')).toMatchObject({ suspended: true })
  })
  it('is not looked for without its cookie', async () => {
    const { find, lookUps, accountOf } = open()
    expect(await find({ cookie: 'other=1' }, 'recent')).toBeNull()
    expect(await find({}, 'stored')).toBeNull()
    expect(accountOf({})).toBeNull()
    expect(lookUps()).toBe(0)
  })
})
