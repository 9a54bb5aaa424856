import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { count, id, instant, line, page, plantId } from '../../kernel/primitives.ts'
import { deletedPlant, plantContents, restoredUnit } from './plant-archive.ts'

export const plantArchiveActions = defineActions({
  /**
   * Puts a plant away: members read it as before, its units go on reporting, and nothing in it is changed or commanded. Tests that wait are
   * taken back, commands that have not left end. Twice is as good as once.
   */
  archivePlant: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId }),
    output: z.object({ archived_at: instant }),
    errors: ['UNIT_BUSY'],
    effect: 'write',
    about: 'plant',
    alone: 'wholly',
    inArchive: true,
  },
  /** Takes a plant out of the archive, as it is. Twice is as good as once. */
  unarchivePlant: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId }),
    output: z.object({}),
    errors: [],
    effect: 'write',
    about: 'plant',
    alone: 'wholly',
    inArchive: true,
  },
  /** What would be lost if the plant were deleted: how many of each thing, and for how many days that can be undone. */
  getPlantContents: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId }),
    output: z.object({ contents: z.record(z.enum(plantContents), count), restoreDays: z.int() }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /** Deletes a plant and releases its units; the name must be given, letter for letter. For some days it can be restored. */
  removePlant: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, plantname: line(200) }),
    output: z.object({ restorable_until: instant }),
    errors: ['NAME_DOES_NOT_MATCH', 'UNIT_BUSY'],
    effect: 'write',
    about: 'plant',
    alone: 'wholly',
    inArchive: true,
  },
  /** The deleted plants that the caller may still restore, the latest first, 25 a page. */
  getDeletedPlants: {
    permission: 'signedIn',
    input: z.strictObject({ search: line(120).default(''), page }),
    output: z.object({ plants: z.array(deletedPlant).max(25), total: z.int() }),
    errors: [],
    effect: 'read',
    cost: 2,
  },
  /** Leave to fetch the sealed logbook of a deleted plant whole: its installer administrator may while it can be restored, the office for as long as it is kept. */
  exportDeletedLogbook: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId }),
    output: z.object({
      /** Path to fetch it from with GET. */
      url: z.string(),
      /** Harmless name under which to save it. */
      name: z.string(),
    }),
    errors: ['PLANT_NOT_FOUND', 'RESTORE_PERIOD_OVER'],
    effect: 'write',
    about: 'plant',
    inArchive: true,
    ofDeleted: true,
  },
  /**
   * Brings a deleted plant back with all that it had. Its units are enrolled again, but for those that another plant has enrolled
   * meanwhile; the answer says what became of each. Twice at once is once; later there is no such deleted plant.
   */
  restorePlant: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId }),
    output: z.object({ plant_id: id, plantname: z.string(), units: z.array(restoredUnit).max(1000) }),
    errors: ['PLANT_NOT_FOUND', 'RESTORE_PERIOD_OVER'],
    effect: 'write',
    about: 'plant',
    alone: 'wholly',
    inArchive: true,
    ofDeleted: true,
  },
})

export const plantArchiveErrors = defineErrors({
  NAME_DOES_NOT_MATCH: 400,
  /** The days in which a deleted plant can be restored are over; details: `until`. */
  RESTORE_PERIOD_OVER: 409,
})

export const plantArchiveEvents = defineEvents({
  removePlant: z.object({ plant_id: id }),
  /** The plant was archived, or taken out of the archive. */
  plantArchived: z.object({ plant_id: id }),
  /** A deleted plant is there again, or one was deleted: who may restore plants has another list of them. */
  deletedPlants: z.object({ plant_id: id }),
})
