import { randomUUID } from 'node:crypto'
import { maxViewsPerPerson, type View } from '@vigilux/contract/features/views/view.ts'
import type { viewActions } from '@vigilux/contract/features/views/views.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import {
  countViews,
  deleteView,
  findView,
  insertView,
  isViewNameTaken,
  listViews,
  saveViewIfVersion,
  type ViewRow,
} from './views.store.ts'

const toView = ({ id, name, list, params, version }: ViewRow): View => ({ id, name, list, params, version })

const auditView = (work: Work, { id, name }: { id: string; name: string }): void =>
  work.audit.target({ kind: 'view', id, name })

export const viewHandlers: HandlersOf<typeof viewActions> = {
  getViews: async ({ work, input: { plantId }, caller }) => ({
    views: (await listViews(work.tx, { plantId, userId: caller.userId })).map(toView),
  }),
  // The plant is locked, so the count and the name check stay valid until the write.
  saveView: async ({ work, input: { plantId, view, known: opened }, caller }) => {
    const owner = { plantId, userId: caller.userId }
    const row = opened ? ((await findView(work.tx, owner, opened.viewId)) ?? work.fail('VIEW_NOT_FOUND')) : null
    if (await isViewNameTaken(work.tx, owner, view.name, row?.id ?? null)) return work.fail('VIEW_NAME_TAKEN')
    if (!row && (await countViews(work.tx, owner)) >= maxViewsPerPerson)
      return work.fail('VIEW_LIMIT', { limit: maxViewsPerPerson })
    const id = row?.id ?? randomUUID()
    auditView(work, { id, name: view.name })
    work.audit.diff(row && { name: row.name }, { name: view.name })
    if (!row) await insertView(work.tx, owner, id, view)
    const version = opened ? await saveViewIfVersion(work.tx, { id, version: opened.version }, view) : 1
    if (version === undefined) return work.fail('CHANGED_MEANWHILE')
    work.broadcast({ user: caller.userId }, 'saveView', { plant_id: plantId, view_id: id })
    return { view: { id, ...view, version } }
  },
  removeView: async ({ work, input: { plantId, viewId }, caller }) => {
    const { name } =
      (await deleteView(work.tx, { plantId, userId: caller.userId }, viewId)) ?? work.fail('VIEW_NOT_FOUND')
    auditView(work, { id: viewId, name })
    work.broadcast({ user: caller.userId }, 'removeView', { plant_id: plantId, view_id: viewId })
    return {}
  },
}
