import { setTimeout as pause } from 'node:timers/promises'
import type { Ports } from '../ports/ports.ts'
import type { Log } from './log.ts'

/** Milliseconds until a retry; the loss of the other node may also have affected the database for a while. */
const retryMs = 1_000
/** Ten minutes: a database restored by then needs no other action. */
const maxTries = 600

/**
 * Messages received but not stored by a lost node are missing everywhere, so all units must report again. Each
 * remaining node adds the same job; one of them runs it.
 */
export const createLostNodeFollowUp =
  (jobs: Pick<Ports['jobs'], 'enqueue'>, log: Log, againAfterMs = retryMs) =>
  async (lostNodeId: string): Promise<void> => {
    for (let triesLeft = maxTries; triesLeft > 0; triesLeft--) {
      try {
        await jobs.enqueue(null, 'units.askReports', {}, { singletonKey: lostNodeId })
        return
      } catch (error) {
        log.warn(
          { err: error, node: lostNodeId, triesLeft },
          'units not yet asked for what a lost node may have taken with it',
        )
        await pause(againAfterMs, undefined, { ref: false })
      }
    }
    log.error({ node: lostNodeId }, 'units not asked to repeat the messages of a lost node')
  }
