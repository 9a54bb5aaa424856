import { keepAbandoned } from '../features/bluetooth/keep-bluetooth-entries.ts'
import { type SenderParts, sendAsked } from '../features/commands/index.ts'
import { sealDrafts } from '../features/logbook/index.ts'
import type { Finisher } from '../kernel/work.ts'
import { senderFeatures } from './background.ts'

/**
 * What becomes of what was collected in a piece of work, in this order. The logbook is sealed last: its heads are locked for
 * no longer than it takes.
 */
export const beforeCommit = (parts: Pick<SenderParts, 'publish' | 'log'>): readonly Finisher[] => [
  sendAsked({ ...senderFeatures, ...parts }),
  keepAbandoned,
  sealDrafts,
]
