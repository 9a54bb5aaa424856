import type { FastifyInstance } from 'fastify'
import type { CallService } from '../../kernel/incoming-calls.ts'
import { wrongClockMs } from '../../kernel/limits.ts'
import { isResourceShortage, sqlStateOf, sqlStates } from '../../kernel/sql-state.ts'
import type { Files } from '../../ports/files.ts'
import { NotReady } from './not-ready.ts'
import { createStorageCheck } from './storage-health.ts'

/** Rejects if a component does not work. */
export type HealthCheck = () => Promise<void>

/** Milliseconds after which a component without an answer counts as failed. */
const answerWithinMs = 1_500

export type Readiness = {
  /** Components required by the server. */
  needed: Readonly<Record<string, HealthCheck>>
  /** Reported components without effect on readiness: all nodes share them, and everything else works without them. */
  named: Readonly<Record<string, HealthCheck>>
}

/** Reported reason for a database answering with an error. */
const databaseReason = (error: unknown): unknown => {
  if (!isResourceShortage(error)) return error
  return new NotReady(sqlStateOf(error) === sqlStates.diskFull ? 'full' : 'lacks resources')
}

export const readinessOf = (parts: {
  database: { ping(): Promise<void> }
  clock: { machineAheadMs(): number }
  link: { isConnected(): boolean }
  jobs: { isHealthy(): boolean }
  files: Pick<Files, 'probe'>
  calls: CallService
  isLeaving(): boolean
}): Readiness => ({
  needed: {
    node: async () => {
      if (parts.isLeaving()) throw new NotReady('stops')
    },
    database: () =>
      parts.database.ping().catch((error: unknown) => {
        throw databaseReason(error)
      }),
    clock: async () => {
      const aheadMs = parts.clock.machineAheadMs()
      const deviationText = `${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database`
      if (Math.abs(aheadMs) > wrongClockMs) throw new NotReady(deviationText)
    },
    broker: async () => {
      if (!parts.link.isConnected()) throw new NotReady('cannot be reached')
    },
    jobs: async () => {
      if (!parts.jobs.isHealthy()) throw new NotReady('stands still')
    },
    calls: async () => {
      if (parts.calls.isBlocked()) throw new NotReady('no call gets a place')
    },
  },
  named: {
    storage: createStorageCheck(parts.files),
    answers: async () => {
      const actions = parts.calls.slowActions()
      if (actions.length > 0) throw new NotReady(`slow: ${actions.join(', ')}`)
    },
  },
})

type PartHealth = { ok: true } | { ok: false; reason: string }

const healthOf = async (check: HealthCheck): Promise<PartHealth> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timeout = setTimeout(() => reject(new NotReady('does not answer in time')), answerWithinMs)
  try {
    await Promise.race([check(), promise])
    return { ok: true }
  } catch (error) {
    return { ok: false, reason: error instanceof NotReady ? error.message : 'cannot be reached' }
  } finally {
    clearTimeout(timeout)
  }
}

const runChecks = async (checks: Readiness['needed']): Promise<Record<string, PartHealth>> =>
  Object.fromEntries(
    await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await healthOf(check)] as const)),
  )

/** `/healthz` while the process lives, `/readyz` while everything required answers. */
export const registerHealth = (app: FastifyInstance, readiness: Readiness): void => {
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const [neededParts, namedParts] = await Promise.all([runChecks(readiness.needed), runChecks(readiness.named)])
    const isReady = Object.values(neededParts).every(({ ok }) => ok)
    return reply.status(isReady ? 200 : 503).send({ ready: isReady, parts: { ...neededParts, ...namedParts } })
  })
}
