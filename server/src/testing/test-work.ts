import { beforeCommit } from '../composition/background.ts'
import type { Db, Tx } from '../kernel/transaction.ts'
import { type InTransaction, inTransaction, openWork, type Work } from '../kernel/work.ts'
import type { Ports } from '../ports/ports.ts'
import { quietLog } from './quiet-log.ts'

/** Ports for tests that only need the time. */
export const portsWithClock = { clock: { now: () => new Date() } } as Ports

/** Work on a database outside of a transaction: each statement is separate, and no effects are sent. */
export const workOn = (tx: Tx, ports: Ports = portsWithClock): Work => openWork(tx, ports, []).work

/** Transactions of a test with only a database: their effects are dropped. */
export const transactionsOn =
  (db: Db): InTransaction =>
  (work) => {
    const log = quietLog()
    return inTransaction(db, work, {
      log,
      ports: portsWithClock,
      beforeCommit: beforeCommit({ publish: async () => undefined, log }),
    })
  }
