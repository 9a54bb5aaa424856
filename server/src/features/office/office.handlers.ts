import type { officeActions } from '@vigilux/contract/features/office/office.actions.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import { countUsers } from '../accounts/index.ts'
import { findRole } from '../members/index.ts'
import { findPlant } from '../plants/index.ts'
import { listErrorWeeks } from './error-weeks.store.ts'
import { findOfficeNote, saveOfficeNoteIfVersion } from './office-notes.store.ts'
import {
  countOfficePlants,
  listChains,
  listOfficePlants,
  type OfficePlantFilter,
  type OfficePlantOrder,
} from './office-plants.store.ts'

type Condition = Parameters<typeof listOfficePlants>[2]['condition']
type OfficeQuery = OfficePlantFilter & OfficePlantOrder & { condition?: Condition; page: number; pageSize: number }

const pageOf = async ({ work: { tx, now }, caller }: WriteContext, query: OfficeQuery) => {
  const span = { offset: (query.page - 1) * query.pageSize, limit: query.pageSize, now }
  const plants = await listOfficePlants(tx, caller, query, span)
  const { counts, totals } = await countOfficePlants(tx, caller, query, now)
  return { plants, total: query.condition ? counts[query.condition] : totals.plants, totals, conditions: counts }
}

export const officeHandlers: HandlersOf<typeof officeActions> = {
  getSummaryPlants: ({ input, ...context }) => pageOf(context, input),
  getAldiPlants: async ({ input, ...context }) => ({
    chains: await listChains(context.work.tx),
    ...(await pageOf(context, { ...input, chainsOnly: true })),
  }),
  // Audited without the plant, because its people read its audit and this entry is not for them.
  saveSummaryPlants: async ({ work, input: { plantId, ...fields }, caller }) => {
    if (!(await findRole(work.tx, caller, plantId, work.now))) return work.fail('PLANT_NOT_FOUND')
    const { plantname } = await findPlant(work.tx, plantId)
    work.audit.target({ kind: 'plant', id: plantId, name: plantname })
    const { version: _before, ...before } = await findOfficeNote(work.tx, plantId)
    const { version: _opened, ...after } = fields
    work.audit.diff(before, after)
    const saving = { savedBy: caller.userId, savedAt: work.now }
    const savedNote = await saveOfficeNoteIfVersion(work.tx, plantId, fields, saving)
    return savedNote
      ? { own: savedNote }
      : work.fail('CHANGED_MEANWHILE', { now: await findOfficeNote(work.tx, plantId) })
  },
  getOfficeFigures: async ({ work, caller }) => {
    const now = work.now
    const { counts, ...totals } = await countOfficePlants(work.tx, caller, { search: '', countLacking: true }, now)
    const answer = { ...totals, conditions: counts }
    if (caller.scope !== 'nto') return { ...answer, users: null, weeks: null }
    const states = await countUsers(work.tx, {})
    const total = Object.values(states).reduce((total, n) => total + n, 0)
    const users = { total, pending: states.pending, suspended: states.suspended }
    return { ...answer, users, weeks: await listErrorWeeks(work.tx, now) }
  },
}
