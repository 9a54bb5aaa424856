import type { Log } from '../../kernel/log.ts'
import { type RunningTask, runTask } from '../../kernel/run-task.ts'
import type { InTransaction, Work } from '../../kernel/work.ts'
import { addEntries } from '../logbook/index.ts'
import {
  deleteNodes,
  isAnyRunning,
  listEnrolledUnits,
  listPlantIds,
  lockInstallation,
  recordAlive,
} from './installation.store.ts'

const pollIntervalMs = 60_000

/** Last seen state of the database, stored where a restore of the database does not reach. */
type SeenMark = { installation: string; aliveAt: string }
type MarkFile = { read(): SeenMark | null; write(mark: SeenMark): void }

type Parts = { nodeId: string; inTransaction: InTransaction; markFile: MarkFile; log: Log }

/** `completeUntil`: until when the data is complete, if something after it may be missing; else null. */
const judge = async (
  { tx }: Work,
  seenMark: SeenMark | null,
): Promise<{ installation: string; wholeUntil: Date | null }> => {
  const { id, aliveAt, isCopy } = await lockInstallation(tx)
  const isRestored = seenMark !== null && seenMark.installation === id && new Date(seenMark.aliveAt) > aliveAt
  const wasRunning = isCopy && (await isAnyRunning(tx))
  if (isCopy || isRestored) await deleteNodes(tx)
  return { installation: id, wholeUntil: isRestored || wasRunning ? aliveAt : null }
}

/** Starts a new epoch in the logbook of each plant. */
const beginEpochs = async (work: Work, wholeUntil: Date): Promise<void> => {
  const plants = await listPlantIds(work.tx)
  addEntries(
    work,
    plants.map((plantId) => ({ kind: 'restored', plantId, at: work.now, by: null, wholeUntil })),
  )
}

/**
 * Detects a restored and possibly incomplete database. Call `begin` before anything is written or served.
 * docs/decisions/0027-the-logbook-is-a-hash-chain-with-epochs.md
 */
export const createRestoreWatch = ({ nodeId, inTransaction, markFile, log }: Parts) => {
  let unitsToRequest: string[] = []
  let requestReports: ((unit: string) => void) | null = null
  const requestAllReports = (): void => {
    if (!requestReports) return
    for (const unit of unitsToRequest) requestReports(unit)
    unitsToRequest = []
  }

  const checkForRestore = async (isRunning: boolean): Promise<void> => {
    const found = await inTransaction(async (work) => {
      const { installation, wholeUntil } = await judge(work, markFile.read())
      if (wholeUntil) await beginEpochs(work, wholeUntil)
      const units = wholeUntil ? await listEnrolledUnits(work.tx) : []
      const aliveAt = await recordAlive(work.tx, nodeId, isRunning)
      return { wholeUntil, units, mark: { installation, aliveAt: aliveAt.toISOString() } }
    })
    // Only after COMMIT: the database is then never older than this mark, whatever is killed when.
    markFile.write(found.mark)
    if (!found.wholeUntil) return
    log.warn({ wholeUntil: found.wholeUntil }, 'the database was restored: logbooks go on in a new epoch')
    unitsToRequest = found.units
    requestAllReports()
  }

  let watchTask: RunningTask | undefined
  return {
    begin: () => checkForRestore(true),
    /**
     * Keeps watching. Units with possibly missing reports are asked for theirs; offline ones report when they connect.
     */
    start(requestUnitReports: (unit: string) => void): void {
      requestReports = requestUnitReports
      requestAllReports()
      watchTask = runTask(
        { name: 'watch for restores', everyMs: pollIntervalMs, turn: () => checkForRestore(true) },
        log,
      )
    },
    /** Writes last: a copy of the database taken afterwards is complete. */
    async stop(): Promise<void> {
      await watchTask?.stop()
      await checkForRestore(false)
    },
  }
}
