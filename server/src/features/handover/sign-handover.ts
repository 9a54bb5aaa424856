import type { HandoverSide } from '@vigilux/contract/features/handover/handover.ts'
import type { Work } from '../../kernel/work.ts'
import { closeHandover, freezeHandover, insertSignature } from './handover.store.ts'
import { logHandover } from './log-handover.ts'
import type { FullHandover } from './view-handover.ts'

type Signing = { side: HandoverSide; person: { userId: string; name: string }; timezone: string; now: Date }

/**
 * Saves a signature: the first one freezes the installation, the second one hands over and writes the logbook. Returns
 * whether both have signed.
 */
export const addSignature = async (
  work: Work,
  fullHandover: FullHandover,
  { side, person: { userId, name }, timezone, now }: Signing,
): Promise<boolean> => {
  const { row, signatures, installed, digest } = fullHandover
  const signatureRow = { handoverId: row.id, side, userId, name, at: now, digest }
  await insertSignature(work.tx, signatureRow)
  if (signatures.length === 0) {
    await freezeHandover(work.tx, row.id, installed)
    return false
  }
  await closeHandover(work.tx, row.id, now)
  await logHandover(work, { ...fullHandover, signatures: [...signatures, signatureRow] }, { timezone, now })
  return true
}
