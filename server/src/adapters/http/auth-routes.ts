import type { ErrorCode } from '@vigilux/contract/errors.ts'
import type { AuthFlow } from '@vigilux/contract/features/accounts/auth-flows.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toFailure } from '../../kernel/answer.ts'
import { inDatabaseLane } from '../../kernel/database-lane.ts'
import { type Fail, failWith } from '../../kernel/refusal.ts'
import type { AccountFlows, CompanySignInRefusal, FlowRefusal, FlowRequest } from '../../ports/account-flows.ts'
import { companyReturnPath } from '../../ports/company-provider.ts'
import type { Sessions } from '../../ports/sessions.ts'

const fail: Fail<'NOT_ALLOWED' | 'NOT_SIGNED_IN'> = failWith()

export type AuthRouteParts = {
  flows: AccountFlows
  sessions: Sessions
  /** Signs in a person returning from a company's provider; the body is the query of the address. */
  comeBack(request: FlowRequest<CompanySignInRefusal>): Promise<{ cookies: string[] }>
}

/** The fixed page to which every sign-in returns. */
const signInPage = '/#/login'

const flowRequestOf = <Code extends ErrorCode>(request: FastifyRequest, body: unknown): FlowRequest<Code> => ({
  body,
  headers: request.headers,
  address: request.ip,
  requestId: request.id,
  fail: failWith(),
})

/** Sign-up, sign-in and sessions under `/api/auth/`. */
export const registerAuth = (
  app: FastifyInstance,
  { flows, sessions, comeBack: finishCompanySignIn }: AuthRouteParts,
): void => {
  /** No access token may touch an account, and a request with one is not judged by its cookie. */
  const refuseTokens = async ({ headers }: FastifyRequest): Promise<void> => {
    if (headers.authorization === undefined) return
    fail((await sessions.find(headers)) ? 'NOT_ALLOWED' : 'NOT_SIGNED_IN')
  }

  for (const [name, flow] of Object.entries(flows))
    app.post(`/api/auth/${name}`, async (request, reply) => {
      const { data, cookies } = await inDatabaseLane({ kind: 'call' }, async () => {
        await refuseTokens(request)
        return flow(flowRequestOf<FlowRefusal<AuthFlow>>(request, request.body ?? {}))
      })
      for (const cookie of cookies ?? []) reply.header('set-cookie', cookie)
      return { data }
    })

  // A browser navigates here directly, so our page shows the result.
  app.get(companyReturnPath, { exposeHeadRoute: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    const query = request.url.slice(request.url.indexOf('?') + 1)
    try {
      const signIn = () => finishCompanySignIn(flowRequestOf(request, query))
      const { cookies } = await inDatabaseLane({ kind: 'call' }, signIn)
      for (const cookie of cookies) reply.header('set-cookie', cookie)
      return reply.redirect(signInPage, 303)
    } catch (error) {
      const { body } = toFailure(error, request.id, request.log)
      return reply.redirect(`${signInPage}?refused=${body.error}`, 303)
    }
  })

  app.get('/api/auth/get-session', async (request, reply) => {
    const user = await inDatabaseLane({ kind: 'call' }, async () => {
      await refuseTokens(request)
      return sessions.find(request.headers)
    })
    reply.header('cache-control', 'no-store')
    if (!user) return { data: null }
    const { userId, email, name, usertype, scope, suspended, declarationsMissing, language } = user
    const declarations_missing = declarationsMissing
    return { data: { userid: userId, email, name, usertype, scope, suspended, declarations_missing, language } }
  })
}
