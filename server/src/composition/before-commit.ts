import { recordAbandonedCommands } from '../features/bluetooth/record-bluetooth-entries.ts'
import { type SenderParts, sendRequested } from '../features/commands/index.ts'
import { sealDrafts } from '../features/logbook/index.ts'
import { settleItemsOfRemovedUnits } from '../features/maintenance-rounds/index.ts'
import type { Finisher } from '../kernel/work.ts'
import { senderFeatures } from './background.ts'

/**
 * Finishers of the collections, in this order. The logbook is sealed last, so that its heads are locked as briefly as
 * possible.
 */
export const beforeCommit = (parts: Pick<SenderParts, 'publish' | 'log'>): readonly Finisher[] => [
  sendRequested({ ...senderFeatures, ...parts }),
  recordAbandonedCommands,
  settleItemsOfRemovedUnits,
  sealDrafts,
]
