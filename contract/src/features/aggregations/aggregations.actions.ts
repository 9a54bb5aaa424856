import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, plantId, version } from '../../kernel/primitives.ts'
import { aggregation, aggregationDraft } from './aggregation.ts'

const saved = z.object({ collection: aggregation })

export const aggregationActions = defineActions({
  /** The aggregations of a plant, by name. Those of a unit go with it, and with the unit that takes its place they stay. */
  getCollections: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ collections: z.array(aggregation) }),
    errors: [],
    effect: 'read',
  },
  /** Puts groups of one unit under a name that no other aggregation of the plant has, whatever its case. */
  saveCollection: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, collection: aggregationDraft }),
    output: saved,
    errors: ['UNIT_NOT_FOUND', 'COLLECTION_NAME_TAKEN', 'COLLECTION_LIMIT'],
    effect: 'write',
    about: 'aggregation',
    alone: true,
  },
  /** Saves an aggregation over the version that was opened. */
  updateCollection: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, collectionId: id, version, collection: aggregationDraft }),
    output: saved,
    errors: ['COLLECTION_NOT_FOUND', 'UNIT_NOT_FOUND', 'COLLECTION_NAME_TAKEN', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'aggregation',
    alone: true,
  },
  /**
   * Removes an aggregation, and whatever refers to it does so no more; its lamps and their groups stay as they are. One
   * that is used is removed only where the person has `confirmed` it, having seen by what.
   */
  removeCollection: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, collectionId: id, confirmed: z.boolean().default(false) }),
    output: z.object({}),
    errors: ['COLLECTION_NOT_FOUND', 'COLLECTION_IN_USE'],
    effect: 'write',
    about: 'aggregation',
    alone: true,
  },
})

export const aggregationErrors = defineErrors({
  COLLECTION_NOT_FOUND: 404,
  /** Another of the plant has this name, whatever its case. */
  COLLECTION_NAME_TAKEN: 409,
  /** With `limit`. */
  COLLECTION_LIMIT: 409,
  /** With `uses`, and their names as `names`. */
  COLLECTION_IN_USE: 409,
})

export const aggregationEvents = defineEvents({
  saveCollection: z.object({ plant_id: id, collection: aggregation }),
  removeCollection: z.object({ plant_id: id, collection_id: id }),
})
