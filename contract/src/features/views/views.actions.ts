import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
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

export const viewErrors = defineErrors({
  VIEW_NOT_FOUND: 404,
  /** The person has another of that name in the plant, whatever its case. */
  VIEW_NAME_TAKEN: 409,
  /** With `limit`. */
  VIEW_LIMIT: 409,
})

/** Told to the person's own browsers only. */
export const viewEvents = defineEvents({
  saveView: z.object({ plant_id: id, view_id: id }),
  removeView: z.object({ plant_id: id, view_id: id }),
})
