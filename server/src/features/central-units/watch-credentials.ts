import type { UnitCredentials } from '@vigilux/device-plane/credentials.ts'
import type { Log } from '../../kernel/log.ts'
import { type RunningTask, runTask } from '../../kernel/run-task.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { listCredentials } from './unit-credentials.store.ts'

export type CredentialWatchParts = {
  db: Tx
  log: Log
  /** Called with all units with revoked or renewed credentials. */
  found(credentials: readonly UnitCredentials[]): void
}

/** An operator's command runs in another process: each node notices its changes within this time, in milliseconds. */
const pollIntervalMs = 5_000

/** Watches the operator's changes to the credentials of units. */
export const createCredentialWatch = ({ db, log, found }: CredentialWatchParts) => {
  const revoked = new Set<string>()
  const checkCredentials = async (): Promise<void> => {
    const credentials = await listCredentials(db)
    revoked.clear()
    for (const { unit, isRevoked } of credentials) if (isRevoked) revoked.add(unit)
    found(credentials)
  }
  let watchTask: RunningTask | undefined
  return {
    isRevoked: (unit: string): boolean => revoked.has(unit),
    /** Resolves after the first check: no unit is admitted before. */
    async start(): Promise<void> {
      await checkCredentials()
      watchTask = runTask({ name: 'watch unit credentials', everyMs: pollIntervalMs, turn: checkCredentials }, log)
    },
    stop: async () => watchTask?.stop(),
  }
}
