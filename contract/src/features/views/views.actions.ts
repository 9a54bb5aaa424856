import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, plantId, version } from '../../kernel/primitives.ts'
import { view, viewDraft } from './view.ts'

/** Saved filters of lists. */
export const viewActions = defineActions({
  /** Lists the caller's views of the plant's lists, by name. */
  getViews: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ views: z.array(view) }),
    errors: [],
    effect: 'read',
  },
  /** Creates a view of the caller, or saves name and content of one over the opened version. */
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
  /** Removes a view of the caller. */
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

export const viewErrors = defineErrors({
  VIEW_NOT_FOUND: 404,
  /** The person has another view with this name in the plant, whatever its case. */
  VIEW_NAME_TAKEN: 409,
  /** With `limit`. */
  VIEW_LIMIT: 409,
})

/** Sent only to the person's own browsers. */
export const viewEvents = defineEvents({
  saveView: z.object({ plant_id: id, view_id: id }),
  removeView: z.object({ plant_id: id, view_id: id }),
})
