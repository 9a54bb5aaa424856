import { beforeCommit } from '../composition/before-commit.ts'
import { inTransaction } from '../kernel/in-transaction.ts'
import type { Db, Tx } from '../kernel/transaction.ts'
import { type InTransaction, openWork, type Work } from '../kernel/work.ts'
import type { Ports } from '../ports/ports.ts'
import { quietLog } from './quiet-log.ts'

/** Ports of tests that ask for the time alone. */
export const portsWithClock = { clock: { now: () => new Date() } } as Ports

/** Work on a database outside of a transaction. Each of its statements stands alone, and nothing leaves it. */
export const workOn = (tx: Tx, ports: Ports = portsWithClock): Work => openWork(tx, ports, []).work

/** Transactions of a test that has a database and nothing else: what leaves them is lost. */
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
