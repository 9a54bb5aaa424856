import type { officeActions } from '@vigilux/contract/features/office/office.actions.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import { countUsers } from '../accounts/index.ts'
import { findRole } from '../members/index.ts'
import { findPlant } from '../plants/index.ts'
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

const pageOf = async ({ work: { tx, now }, caller }: WriteContext, asked: OfficeQuery) => {
  const span = { offset: (asked.page - 1) * asked.pageSize, limit: asked.pageSize, now }
  const plants = await listOfficePlants(tx, caller, asked, span)
  const { counts, totals } = await countOfficePlants(tx, caller, asked, now)
  return { plants, total: asked.condition ? counts[asked.condition] : totals.plants, totals, conditions: counts }
}

export const officeHandlers: HandlersOf<typeof officeActions> = {
  getSummaryPlants: ({ input, ...context }) => pageOf(context, input),
  getAldiPlants: async ({ input, ...context }) => ({
    chains: await listChains(context.work.tx),
    ...(await pageOf(context, { ...input, chainsOnly: true })),
  }),
  // Audited without the plant, because its people read its audit and this entry is not for them.
  saveSummaryPlants: async ({ work, input: { plantId, ...own }, caller, fail }) => {
    if (!(await findRole(work.tx, caller, plantId, work.now))) return fail('PLANT_NOT_FOUND')
    const { plantname } = await findPlant(work.tx, plantId)
    work.audit.target({ kind: 'plant', id: plantId, name: plantname })
    const { version: _before, ...before } = await findOfficeNote(work.tx, plantId)
    const { version: _opened, ...after } = own
    work.audit.diff(before, after)
    const by = { savedBy: caller.userId, savedAt: work.now }
    const saved = await saveOfficeNoteIfVersion(work.tx, plantId, own, by)
    return saved ? { own: saved } : fail('CHANGED_MEANWHILE', { now: await findOfficeNote(work.tx, plantId) })
  },
  getOfficeFigures: async ({ work, caller }) => {
    const now = work.now
    const { counts, ...sums } = await countOfficePlants(work.tx, caller, { search: '', countLacking: true }, now)
    const answer = { ...sums, conditions: counts }
    if (caller.scope !== 'nto') return { ...answer, users: null }
    const states = await countUsers(work.tx, {})
    const total = Object.values(states).reduce((sum, n) => sum + n, 0)
    return { ...answer, users: { total, pending: states.pending, suspended: states.suspended } }
  },
}
