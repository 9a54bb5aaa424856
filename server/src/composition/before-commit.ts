import { recordAbandonedCommands } from '../features/bluetooth/record-bluetooth-entries.ts'
import { type SenderParts, sendRequested } from '../features/commands/index.ts'
import { sealDrafts } from '../features/logbook/index.ts'
import type { Finisher } from '../kernel/work.ts'
import { senderFeatures } from './background.ts'

/**
 * What becomes of what was collected in a piece of work, in this order. The logbook is sealed last: its heads are locked for
 * no longer than it takes.
 */
export const beforeCommit = (parts: Pick<SenderParts, 'publish' | 'log'>): readonly Finisher[] => [
  sendRequested({ ...senderFeatures, ...parts }),
  recordAbandonedCommands,
  sealDrafts,
]
