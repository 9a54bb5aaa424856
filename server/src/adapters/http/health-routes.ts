import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'

/** Says of one part whether it works, and why not. */
export type HealthCheck = () => Promise<void>

/** What must work before the server can be of use. */
export const readinessOf = (parts: {
  database: { ping(): Promise<void> }
  link: { isConnected(): boolean }
  jobs: { isHealthy(): boolean }
}): Readonly<Record<string, HealthCheck>> => ({
  database: () => parts.database.ping(),
  broker: async () => {
    if (!parts.link.isConnected()) throw new Error('the broker cannot be reached')
  },
  jobs: async () => {
    if (!parts.jobs.isHealthy()) throw new Error('the job queue stands still')
  },
})

/** `/healthz` while the process lives, `/readyz` while everything it needs answers, `/metrics` for Prometheus. */
export const registerHealth = (
  app: FastifyInstance,
  checks: Readonly<Record<string, HealthCheck>>,
  metrics: Registry,
): void => {
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const parts = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await check()
          return [name, { ok: true }] as const
        } catch (error) {
          return [name, { ok: false, reason: error instanceof Error ? error.message : 'failed' }] as const
        }
      }),
    )
    const ready = parts.every(([, part]) => part.ok)
    return reply.status(ready ? 200 : 503).send({ ready, parts: Object.fromEntries(parts) })
  })
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()))
}
