import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, plantId, version } from '../../kernel/primitives.ts'
import { aggregation, aggregationDraft } from './aggregation.ts'

const saved = z.object({ collection: aggregation })

/** Aggregations: named groups of one unit, for scenes and zones. */
export const aggregationActions = defineActions({
  /**
   * Lists the aggregations of a plant by name. They are removed with their unit, and remain when a new unit replaces
   * it.
   */
  getCollections: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ collections: z.array(aggregation) }),
    errors: [],
    effect: 'read',
  },
  /** Creates an aggregation of groups of one unit; its name must be unique in the plant, whatever its case. */
  saveCollection: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, collection: aggregationDraft }),
    output: saved,
    errors: ['UNIT_NOT_FOUND', 'COLLECTION_NAME_TAKEN', 'COLLECTION_LIMIT'],
    effect: 'write',
    program: 'configure',
    about: 'aggregation',
    alone: true,
  },
  /** Saves an aggregation over the opened version. */
  updateCollection: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, collectionId: id, version, collection: aggregationDraft }),
    output: saved,
    errors: ['COLLECTION_NOT_FOUND', 'UNIT_NOT_FOUND', 'COLLECTION_NAME_TAKEN', 'CHANGED_MEANWHILE'],
    effect: 'write',
    program: 'configure',
    about: 'aggregation',
    alone: true,
  },
  /**
   * Removes an aggregation and all references to it; its lamps keep their groups. An aggregation in use is removed only
   * with `confirmed`, after the person has seen its uses.
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
  /** Another aggregation of the plant has this name, whatever its case. */
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
