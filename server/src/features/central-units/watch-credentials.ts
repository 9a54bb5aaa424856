import type { UnitCredentials } from '@vigilux/device-plane/credentials.ts'
import type { Log } from '../../kernel/log.ts'
import { type RunningTask, runTask } from '../../kernel/run-task.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { listCredentials } from './unit-credentials.store.ts'

export type CredentialWatchParts = {
  db: Tx
  log: Log
  /** Called with all units whose credentials are not those that they were made with. */
  found(credentials: readonly UnitCredentials[]): void
}

/** An operator's command runs in another process: what it changed is noticed within this time, on each node. */
const pollIntervalMs = 5_000

/** Follows what the operator does to the credentials of units. */
export const createCredentialWatch = ({ db, log, found }: CredentialWatchParts) => {
  const revoked = new Set<string>()
  const look = async (): Promise<void> => {
    const credentials = await listCredentials(db)
    revoked.clear()
    for (const { unit, isRevoked } of credentials) if (isRevoked) revoked.add(unit)
    found(credentials)
  }
  let looking: RunningTask | undefined
  return {
    isRevoked: (unit: string): boolean => revoked.has(unit),
    /** Resolves when it has looked once: no unit is let in before. */
    async start(): Promise<void> {
      await look()
      looking = runTask({ name: 'follow credentials of units', everyMs: pollIntervalMs, turn: look }, log)
    },
    stop: async () => looking?.stop(),
  }
}
