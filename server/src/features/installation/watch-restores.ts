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
  seen: SeenMark | null,
): Promise<{ installation: string; wholeUntil: Date | null }> => {
  const { id, aliveAt, isCopy } = await lockInstallation(tx)
  const hasGoneBack = seen !== null && seen.installation === id && new Date(seen.aliveAt) > aliveAt
  const wasRunning = isCopy && (await isAnyRunning(tx))
  if (isCopy || hasGoneBack) await deleteNodes(tx)
  return { installation: id, wholeUntil: hasGoneBack || wasRunning ? aliveAt : null }
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
 * Detects that the database was restored and may be incomplete. Call `begin` before anything is written or served.
 * docs/decisions/0027-the-logbook-is-a-hash-chain-with-epochs.md
 */
export const createRestoreWatch = ({ nodeId, inTransaction, markFile, log }: Parts) => {
  let toAsk: string[] = []
  let ask: ((unit: string) => void) | null = null
  const askAll = (): void => {
    if (!ask) return
    for (const unit of toAsk) ask(unit)
    toAsk = []
  }

  const look = async (isRunning: boolean): Promise<void> => {
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
    toAsk = found.units
    askAll()
  }

  let looking: RunningTask | undefined
  return {
    begin: () => look(true),
    /**
     * Keeps watching. Units with possibly missing reports are asked for theirs; offline ones report when they connect.
     */
    start(askForReports: (unit: string) => void): void {
      ask = askForReports
      askAll()
      looking = runTask({ name: 'watch for restores', everyMs: pollIntervalMs, turn: () => look(true) }, log)
    },
    /** Writes last: a copy of the database taken afterwards is complete. */
    async stop(): Promise<void> {
      await looking?.stop()
      await look(false)
    },
  }
}
