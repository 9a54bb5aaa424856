import { type logbookActions, mostUnitEntries } from '@vigilux/contract/features/logbook/logbook.actions.ts'
import { unitId } from '@vigilux/device-plane/topics.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { listUnitEntries } from './logbook.store.ts'

export const logbookHandlers: HandlersOf<typeof logbookActions> = {
  getUnitEntries: async ({ input: { plantId, cuType, cuId }, tx }) => ({
    entries: await listUnitEntries(tx, plantId, unitId(cuType, cuId), mostUnitEntries),
  }),
}
