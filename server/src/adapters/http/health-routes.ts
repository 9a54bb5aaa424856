import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import { refusalAnswer } from '../../kernel/answer.ts'

/** Rejects where a part does not work. */
export type HealthCheck = () => Promise<void>

/** A part that has not answered after so many milliseconds does not work. */
const answerWithinMs = 1_500

/** Why a part does not work, in words of our own: what it says itself may name addresses. */
class NotReady extends Error {}

const check = async (look: HealthCheck): Promise<{ ok: true } | { ok: false; reason: string }> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(() => reject(new NotReady('does not answer in time')), answerWithinMs)
  try {
    await Promise.race([look(), promise])
    return { ok: true }
  } catch (error) {
    return { ok: false, reason: error instanceof NotReady ? error.message : 'cannot be reached' }
  } finally {
    clearTimeout(late)
  }
}

/** What must work before the server can be of use. */
export const readinessOf = (parts: {
  database: { ping(): Promise<void> }
  link: { isConnected(): boolean }
  jobs: { isHealthy(): boolean }
}): Readonly<Record<string, HealthCheck>> => ({
  database: () => parts.database.ping(),
  broker: async () => {
    if (!parts.link.isConnected()) throw new NotReady('cannot be reached')
  },
  jobs: async () => {
    if (!parts.jobs.isHealthy()) throw new NotReady('stands still')
  },
})

/** `/healthz` while the process lives, `/readyz` while everything it needs answers, `/metrics` for Prometheus. */
export const registerHealth = (
  app: FastifyInstance,
  checks: Readonly<Record<string, HealthCheck>>,
  { registry: metrics, mayRead }: { registry: Registry; mayRead(authorization: string | undefined): boolean },
): void => {
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const parts = await Promise.all(
      Object.entries(checks).map(async ([name, look]) => [name, await check(look)] as const),
    )
    const ready = parts.every(([, part]) => part.ok)
    return reply.status(ready ? 200 : 503).send({ ready, parts: Object.fromEntries(parts) })
  })
  app.get('/metrics', async (request, reply) =>
    mayRead(request.headers.authorization)
      ? reply.type(metrics.contentType).send(await metrics.metrics())
      : reply.status(404).send(refusalAnswer('NOT_FOUND', request.id).body),
  )
}

/** Who may read the metrics: whoever shows the token; without one nobody in production, and anybody in the demo. */
export const metricsGuard =
  ({ mode, metricsToken }: Pick<Config, 'mode' | 'metricsToken'>) =>
  (authorization: string | undefined): boolean => {
    if (metricsToken === undefined) return mode === 'demo'
    const digest = (text: string) => createHash('sha256').update(text).digest()
    return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${metricsToken}`))
  }
