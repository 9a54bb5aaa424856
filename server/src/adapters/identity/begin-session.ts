import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/**
 * Begins a session for a person who has shown who it is in a way that the library does not know. Routes of the library are
 * never mounted, and this one has none.
 */
export const beginSession = () =>
  ({
    id: 'begin-session',
    endpoints: {
      beginSession: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ userId: z.string() }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context
          const user = await internalAdapter.findUserById(ctx.body.userId)
          const session = user && (await internalAdapter.createSession(user.id))
          if (!user || !session) throw new Error('a session cannot begin')
          await setSessionCookie(ctx, { session, user })
          return { sessionId: session.id, userId: user.id }
        },
      ),
    },
  }) satisfies BetterAuthPlugin
