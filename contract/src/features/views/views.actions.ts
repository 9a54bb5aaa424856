import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { id, plantId, version } from '../../kernel/primitives.ts'
import { view, viewDraft } from './view.ts'

export const viewActions = defineActions({
  /** The views of the plant's lists that the caller keeps, by name. */
  getViews: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ views: z.array(view) }),
    errors: [],
    effect: 'read',
  },
  /** Keeps a view of the caller's own, or another name or content of one over the version that was opened. */
  saveView: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      view: viewDraft,
      known: z.strictObject({ viewId: id, version }).optional(),
    }),
    output: z.object({ view }),
    errors: ['VIEW_NOT_FOUND', 'VIEW_NAME_TAKEN', 'VIEW_LIMIT', 'CHANGED_MEANWHILE'],
    effect: 'write',
    inArchive: true,
    about: 'view',
    alone: true,
  },
  /** Removes a view of the caller's own. */
  removeView: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, viewId: id }),
    output: z.object({}),
    errors: ['VIEW_NOT_FOUND'],
    effect: 'write',
    inArchive: true,
    about: 'view',
  },
})
