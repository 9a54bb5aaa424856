import { closedAccount, type User } from '../../kernel/caller.ts'
import { type Fail, failWith } from '../../kernel/refusal.ts'
import type { RequestHeaders, Sessions } from '../../ports/sessions.ts'

const fail: Fail<'NOT_SIGNED_IN' | 'ACCOUNT_SUSPENDED' | 'DECLARATIONS_MISSING'> = failWith()

/**
 * The caller of a route outside of the actions, such as a file. Refuses callers without a session and closed
 * accounts.
 */
export const requireSession = async (sessions: Pick<Sessions, 'find'>, headers: RequestHeaders): Promise<User> => {
  const user = (await sessions.find(headers)) ?? fail('NOT_SIGNED_IN')
  const closed = closedAccount(user)
  return closed ? fail(closed) : user
}
