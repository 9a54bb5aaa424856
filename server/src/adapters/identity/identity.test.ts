import { createHmac } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { accountTable, sessionTable, userTable, verificationTable } from '../../features/accounts/index.ts'
import { isConnectionError } from '../../kernel/database-unavailable.ts'
import { openIdentity } from './identity.ts'

const secret = 'secret of these tests, long enough'
const token = 'a'.repeat(32)
const signature = createHmac('sha256', secret).update(token).digest('base64')
const headers = { cookie: `vigilux.session_token=${encodeURIComponent(`${token}.${signature}`)}` }

describe('unavailable database', () => {
  const identity = openIdentity({
    codeMinutes: 10,
    // Nothing listens there.
    db: drizzle({ client: new pg.Pool({ host: '/nowhere' }), casing: 'snake_case' }),
    tables: { user: userTable, session: sessionTable, account: accountTable, verification: verificationTable },
    secret,
    publicUrl: 'http://127.0.0.1',
    mailCode: async () => undefined,
    replaceHash: async () => undefined,
  })
  it.each([
    ['the owner of a session', () => identity.findSession(headers)],
    ['a password', () => identity.checkPassword('somebody@vigilux.test', 'Demo-1234!')],
    ['a new session', () => identity.begin('00000000-0000-4000-8000-000000000000', { headers })],
    ['a new password', () => identity.changePassword({ headers }, 'Demo-1234!', 'Other-1234!')],
  ])('fails a request for %s with a connection error', async (_title, callFlow) => {
    const error = await callFlow().catch((error: unknown) => error)
    expect(isConnectionError(error)).toBe(true)
  })
})
