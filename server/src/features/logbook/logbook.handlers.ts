import { type logbookActions, maxUnitEntries } from '@vigilux/contract/features/logbook/logbook.actions.ts'
import { entryLimits } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findHistoryStart, findPlant } from '../plants/index.ts'
import {
  countAllEntries,
  countEntries,
  countEntriesBefore,
  type EntryFilter,
  findEntryWithRelated,
  findFirstEntryAt,
  findHead,
  findSearchStart,
  hasMoreEntries,
  listAllEntries,
  listEntries,
} from './entries.store.ts'
import { entryPhotoHandlers } from './entry-photos.ts'
import { exportDetail, exportNameOf } from './export-link.ts'
import { listKeys } from './logbook-keys.store.ts'
import { findOrigin } from './origins.store.ts'
import { peopleEntryHandlers } from './person-entries.ts'
import { countOmitted } from './sealed-entries.store.ts'
import { countUnitEntriesBefore, listUnitEntries } from './unit-entries.store.ts'

const isUnfiltered = ({ from, to, topic, of: entryGroup, result, search, since }: EntryFilter): boolean =>
  search.trim() === '' && [from, to, topic, entryGroup, result].every((one) => one === undefined) && since === null

/** `getLogbookState` needs the open faults of the plant, so compliance answers it. */
export const logbookHandlers: Omit<HandlersOf<typeof logbookActions>, 'getLogbookState'> = {
  ...peopleEntryHandlers,
  ...entryPhotoHandlers,
  getUnitEntries: async ({ work, input: { plantId, topic } }) => {
    const since = await findHistoryStart(work.tx, plantId, work.now)
    return {
      entries: await listUnitEntries(work.tx, plantId, topic, { since, limit: maxUnitEntries }),
      hidden: since ? await countUnitEntriesBefore(work.tx, plantId, topic, since) : 0,
    }
  },
  getLogbookDetails: async ({ work, input: { page, pageSize, ...input } }) => {
    const { plantId } = input
    const since = await findHistoryStart(work.tx, plantId, work.now)
    const { timezone: zone } = await findPlant(work.tx, plantId)
    const baseFilter: EntryFilter = { ...input, zone, since }
    const filter = { ...baseFilter, soughtFrom: await findSearchStart(work.tx, baseFilter, entryLimits.sought) }
    const head = await findHead(work.tx, plantId)
    const first = await findFirstEntryAt(work.tx, plantId, since)
    const total = await countAllEntries(work.tx, plantId)
    const [span, isWhole] = [{ offset: (page - 1) * pageSize, limit: pageSize }, isUnfiltered(filter)]
    return {
      entries: isWhole
        ? await listAllEntries(work.tx, filter, { newest: head.no, total }, span)
        : await listEntries(work.tx, filter, span),
      // An unfiltered list needs no count of its own.
      total: isWhole ? total : await countEntries(work.tx, filter),
      hidden: since ? await countEntriesBefore(work.tx, plantId, since) : 0,
      head,
      origin: await findOrigin(work.tx, plantId),
      soughtFrom: filter.soughtFrom,
      since: first?.toISOString() ?? null,
    }
  },
  getLogbooksDetails: async ({ work, input: { plantId }, caller }) => {
    const since = await findHistoryStart(work.tx, plantId, work.now)
    const { timezone: zone } = await findPlant(work.tx, plantId)
    const filter: EntryFilter = { plantId, zone, since, search: '' }
    if (await hasMoreEntries(work.tx, filter, entryLimits.whole))
      return work.ports.fileLinks.signMade({ ...exportDetail(plantId, {}), sessionId: caller.sessionId })
    return {
      entries: await listEntries(work.tx, filter, { offset: 0, limit: entryLimits.whole }),
      hidden: since ? await countEntriesBefore(work.tx, plantId, since) : 0,
    }
  },
  getLogbookEntry: async ({ work, input: { plantId, no } }) => {
    const since = await findHistoryStart(work.tx, plantId, work.now)
    const found =
      (await findEntryWithRelated(work.tx, plantId, no, since, entryLimits.atOnce)) ??
      work.fail('LOGBOOK_ENTRY_NOT_FOUND')
    const isOwnNote = (one: (typeof found.others)[number]): boolean => one.kind === 'note' && one.about === no
    return {
      entry: found.entry,
      notes: found.others.filter(isOwnNote),
      related: found.others.filter((one) => !isOwnNote(one)),
    }
  },
  exportLogbook: async ({ work, input: { plantId, from, to }, caller }) => {
    const plant = await findPlant(work.tx, plantId)
    work.audit.target({ kind: 'plant', id: plantId, name: plant.plantname })
    const detail = exportDetail(plantId, { ...(from && { from }), ...(to && { to }) })
    const url = work.ports.fileLinks.signMade({ ...detail, sessionId: caller.sessionId })
    const since = await findHistoryStart(work.tx, plantId, work.now)
    const omitted = await countOmitted(work.tx, { plantId, zone: plant.timezone, since, from, to })
    return { url, name: exportNameOf(plant, work.now), omitted }
  },
  getLogbookKeys: async ({ work }) => ({
    keys: await listKeys(work.tx),
    authorities: [...work.ports.timeStamps.trusted],
  }),
}
