import type { ErrorCode } from '@vigilux/contract/errors.ts'
import { beforeCommit } from '../composition/background.ts'
import type { Deadline } from '../kernel/deadline.ts'
import type { Db, Tx } from '../kernel/transaction.ts'
import { inTransaction, openWork, refusable, type Work } from '../kernel/work.ts'
import type { Ports } from '../ports/ports.ts'
import { quietLog } from './quiet-log.ts'

/** Ports for tests with nothing but the time. */
export const portsWithClock = { clock: { now: () => new Date() } } as Ports

/** Work on a database outside of a transaction: each statement is separate, and no effects are sent. */
export const workOn = (tx: Tx, ports: Ports = portsWithClock): Work<ErrorCode> =>
  refusable(openWork(tx, ports, []).work)

/** `InTransaction` for work with any refusal. */
export type TestTransaction = <T>(work: (work: Work<ErrorCode>) => Promise<T>, deadline?: Deadline) => Promise<T>

/** Transactions of a test with only a database: their effects are dropped. */
export const transactionsOn =
  (db: Db): TestTransaction =>
  (run) => {
    const log = quietLog()
    return inTransaction(db, (work) => run(refusable(work)), {
      log,
      ports: portsWithClock,
      beforeCommit: beforeCommit({ publish: async () => undefined, log }),
    })
  }
