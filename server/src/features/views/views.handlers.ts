import { randomUUID } from 'node:crypto'
import { type View, viewsPerPerson } from '@vigilux/contract/features/views/view.ts'
import type { viewActions } from '@vigilux/contract/features/views/views.actions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/transaction.ts'
import {
  countViews,
  deleteView,
  findView,
  insertView,
  isViewNameTaken,
  listViews,
  saveViewOver,
  type ViewRow,
} from './views.store.ts'

const toView = ({ id, name, list, params, version }: ViewRow): View => ({ id, name, list, params, version })

const aboutView = (tx: Tx, { id, name }: { id: string; name: string }): void => about(tx, { kind: 'view', id, name })

export const viewHandlers: HandlersOf<typeof viewActions> = {
  getViews: async ({ input: { plantId }, caller, tx }) => ({
    views: (await listViews(tx, { plantId, userId: caller.userId })).map(toView),
  }),
  // The plant is locked: what is counted and looked for stays true until it is written.
  saveView: async ({ input: { plantId, view, known }, caller, tx, announce, fail }) => {
    const owner = { plantId, userId: caller.userId }
    const row = known ? ((await findView(tx, owner, known.viewId)) ?? fail('VIEW_NOT_FOUND')) : null
    if (await isViewNameTaken(tx, owner, view.name, row?.id ?? null)) return fail('VIEW_NAME_TAKEN')
    if (!row && (await countViews(tx, owner)) >= viewsPerPerson) return fail('VIEW_LIMIT', { limit: viewsPerPerson })
    const id = row?.id ?? randomUUID()
    aboutView(tx, { id, name: view.name })
    changed(tx, row && { name: row.name }, { name: view.name })
    if (!row) await insertView(tx, owner, id, view)
    const version = known ? await saveViewOver(tx, { id, version: known.version }, view) : 1
    if (version === undefined) return fail('CHANGED_MEANWHILE')
    announce({ user: caller.userId }, 'saveView', { plant_id: plantId, view_id: id })
    return { view: { id, ...view, version } }
  },
  removeView: async ({ input: { plantId, viewId }, caller, tx, announce, fail }) => {
    const { name } = (await deleteView(tx, { plantId, userId: caller.userId }, viewId)) ?? fail('VIEW_NOT_FOUND')
    aboutView(tx, { id: viewId, name })
    announce({ user: caller.userId }, 'removeView', { plant_id: plantId, view_id: viewId })
    return {}
  },
}
