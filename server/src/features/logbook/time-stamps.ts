import type { Tx } from '../../kernel/transaction.ts'
import type { InTransaction } from '../../kernel/work.ts'
import type { Ports } from '../../ports/ports.ts'
import type { TimeStamp } from '../../ports/time-stamps.ts'
import { findTimeStamp, insertTimeStamp } from './time-stamps.store.ts'

type Parts = { db: Tx; inTransaction: InTransaction; ports: Pick<Ports, 'timeStamps'> }

/** The time stamp of a head; null if none is available. */
export type StampHead = (plantId: string, head: string) => Promise<TimeStamp | null>

/**
 * Stamps heads: each is requested once and saved, and concurrent requests share the answer. Call outside of any
 * transaction, because the authority may be slow.
 */
export const createHeadStamper = ({ db, inTransaction, ports }: Parts): StampHead => {
  const pendingStamps = new Map<string, Promise<TimeStamp | null>>()

  const requestStamp = async (plantId: string, head: string): Promise<TimeStamp | null> => {
    const storedStamp = await findTimeStamp(db, plantId, head)
    if (storedStamp) return storedStamp
    const stamp = await ports.timeStamps.stamp(head)
    if (stamp) await inTransaction(({ tx }) => insertTimeStamp(tx, plantId, head, stamp))
    return stamp
  }

  return (plantId, head) => {
    const name = `${plantId} ${head}`
    const pendingStamp =
      pendingStamps.get(name) ?? requestStamp(plantId, head).finally(() => pendingStamps.delete(name))
    pendingStamps.set(name, pendingStamp)
    return pendingStamp
  }
}
