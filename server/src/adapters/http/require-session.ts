import type { User } from '../../kernel/caller.ts'
import { fail } from '../../kernel/refusal.ts'
import type { RequestHeaders, Sessions } from '../../ports/sessions.ts'

/** Who asks for something that no action gives, as a file. Refuses whoever is not signed in, and an account that is suspended. */
export const requireSession = async (sessions: Pick<Sessions, 'find'>, headers: RequestHeaders): Promise<User> => {
  const user = (await sessions.find(headers)) ?? fail('NOT_SIGNED_IN')
  return user.suspended ? fail('ACCOUNT_SUSPENDED') : user
}
