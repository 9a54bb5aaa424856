import { type logbookActions, mostUnitEntries } from '@vigilux/contract/features/logbook/logbook.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findHistoryStart } from '../plants/index.ts'
import { countUnitEntriesBefore, listUnitEntries } from './unit-entries.store.ts'

export const logbookHandlers: HandlersOf<typeof logbookActions> = {
  getUnitEntries: async ({ input: { plantId, topic }, tx, ports }) => {
    const since = await findHistoryStart(tx, plantId, ports.clock.now())
    return {
      entries: await listUnitEntries(tx, plantId, topic, { since, limit: mostUnitEntries }),
      hidden: since ? await countUnitEntriesBefore(tx, plantId, topic, since) : 0,
    }
  },
}
