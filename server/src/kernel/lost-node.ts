import { setTimeout as pause } from 'node:timers/promises'
import type { Ports } from '../ports/ports.ts'
import type { Log } from './log.ts'

/** Until the job is tried again; whatever took the other node may have taken the database for a while too. */
const retryMs = 1_000
/** Ten minutes: whoever restores a database within that time need not think of it. */
const maxTries = 600

/**
 * What a node that is gone without a word had received and not stored, nobody else has: all units are asked to report anew.
 * Each node that is left adds the same job; one of them runs it.
 */
export const createLostNodeFollowUp =
  (jobs: Pick<Ports['jobs'], 'enqueue'>, log: Log, againAfterMs = retryMs) =>
  async (lost: string): Promise<void> => {
    for (let triesLeft = maxTries; triesLeft > 0; triesLeft--) {
      try {
        await jobs.enqueue(null, 'units.askReports', {}, { singletonKey: lost })
        return
      } catch (error) {
        log.warn(
          { err: error, node: lost, triesLeft },
          'units not yet asked for what a lost node may have taken with it',
        )
        await pause(againAfterMs, undefined, { ref: false })
      }
    }
    log.error({ node: lost }, 'units not asked for what a lost node may have taken with it')
  }
