import type { HandoverSide } from '@vigilux/contract/features/handover/handover.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { closeHandover, freezeHandover, insertSignature } from './handover.store.ts'
import { tellLogbook } from './tell-logbook.ts'
import type { WholeHandover } from './view-handover.ts'

type Signing = { side: HandoverSide; person: { userId: string; name: string }; timezone: string; now: Date }

/**
 * Writes a signature: the first one freezes what is installed, the second one hands over and tells the logbook. Answers whether both have
 * signed.
 */
export const signFor = async (
  tx: Tx,
  whole: WholeHandover,
  { side, person: { userId, name }, timezone, now }: Signing,
): Promise<boolean> => {
  const { row, signatures, installed, digest } = whole
  const own = { handoverId: row.id, side, userId, name, at: now, digest }
  await insertSignature(tx, own)
  if (signatures.length === 0) {
    await freezeHandover(tx, row.id, installed)
    return false
  }
  await closeHandover(tx, row.id, now)
  await tellLogbook(tx, { ...whole, signatures: [...signatures, own] }, { timezone, now })
  return true
}
