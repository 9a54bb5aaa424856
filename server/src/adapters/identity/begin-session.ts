import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/**
 * Starts a session for a person authenticated by a method unknown to the library. The library's routes are never
 * mounted, and this plugin has none.
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
