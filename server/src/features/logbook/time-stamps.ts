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
  const asked = new Map<string, Promise<TimeStamp | null>>()

  const ask = async (plantId: string, head: string): Promise<TimeStamp | null> => {
    const kept = await findTimeStamp(db, plantId, head)
    if (kept) return kept
    const stamp = await ports.timeStamps.stamp(head)
    if (stamp) await inTransaction(({ tx }) => insertTimeStamp(tx, plantId, head, stamp))
    return stamp
  }

  return (plantId, head) => {
    const name = `${plantId} ${head}`
    const begun = asked.get(name) ?? ask(plantId, head).finally(() => asked.delete(name))
    asked.set(name, begun)
    return begun
  }
}
