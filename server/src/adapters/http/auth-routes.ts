import type { FastifyInstance } from 'fastify'
import type { AccountFlows } from '../../ports/account-flows.ts'
import type { Sessions } from '../../ports/sessions.ts'

/** Sign-up, sign-in and sessions under `/api/auth/`. */
export const registerAuth = (app: FastifyInstance, flows: AccountFlows, sessions: Sessions): void => {
  for (const [name, flow] of Object.entries(flows))
    app.post(`/api/auth/${name}`, async (request, reply) => {
      const { data, cookies } = await flow({
        body: request.body ?? {},
        headers: request.headers,
        address: request.ip,
        requestId: request.id,
      })
      for (const cookie of cookies ?? []) reply.header('set-cookie', cookie)
      return { data }
    })

  app.get('/api/auth/get-session', async (request, reply) => {
    const user = await sessions.find(request.headers)
    reply.header('cache-control', 'no-store')
    if (!user) return { data: null }
    const { userId, email, name, usertype, scope, suspended, language } = user
    return { data: { userid: userId, email, name, usertype, scope, suspended, language } }
  })
}
