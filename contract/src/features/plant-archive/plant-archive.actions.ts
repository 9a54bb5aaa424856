import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { count, id, instant, line, page, plantId } from '../../kernel/primitives.ts'
import { fileLink } from '../files/file.ts'
import { deletedPlant, plantContents, restoredUnit } from './plant-archive.ts'
import { plantExport } from './plant-export.ts'

/** Archiving, deleting and restoring plants. */
export const plantArchiveActions = defineActions({
  /**
   * Archives a plant: it is read-only and accepts no commands, while its units continue to report. Held tests and
   * unsent commands are canceled. Repeating the call has no effect.
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
  /** Restores a plant from the archive unchanged. Repeating the call has no effect. */
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
  /** Returns the records lost by a deletion of the plant, by kind, and the days for restoring it. */
  getPlantContents: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId }),
    output: z.object({ contents: z.record(z.enum(plantContents), count), restoreDays: z.int() }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /**
   * Orders an export of the whole plant as an archive of JSON lines and files, for an operator to import into another
   * installation. Returns an export already under way.
   */
  createPlantExport: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId }),
    output: z.object({ export: plantExport }),
    errors: [],
    effect: 'write',
    about: 'plant',
    alone: true,
    inArchive: true,
    limit: { calls: 10, windowS: 3600 },
  },
  /** Returns the last export of the plant with its progress; null without one for download. */
  getPlantExport: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId }),
    output: z.object({ export: plantExport.nullable() }),
    errors: [],
    effect: 'read',
  },
  /** Returns a link to a finished export, valid briefly and only in the requesting session. */
  downloadPlantExport: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, exportId: id }),
    output: fileLink,
    errors: ['FILE_NOT_FOUND'],
    effect: 'write',
    about: 'plant',
    inArchive: true,
  },
  /** Deletes a plant and releases its units; requires the exact name. It can be restored for some days. */
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
  /** Lists the deleted plants the caller may restore, latest first, 25 a page. */
  getDeletedPlants: {
    permission: 'signedIn',
    input: z.strictObject({ search: line(120).default(''), page }),
    output: z.object({ plants: z.array(deletedPlant).max(25), total: z.int() }),
    errors: [],
    effect: 'read',
    cost: 2,
  },
  /**
   * Returns a link to the whole sealed logbook of a deleted plant: for its installer administrator while it can be
   * restored, for the office as long as it is retained.
   */
  exportDeletedLogbook: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId }),
    output: z.object({
      /** Path for GET. */
      url: z.string(),
      /** Sanitized name for saving. */
      name: z.string(),
    }),
    errors: ['PLANT_NOT_FOUND', 'RESTORE_PERIOD_OVER'],
    effect: 'write',
    about: 'plant',
    inArchive: true,
    ofDeleted: true,
  },
  /**
   * Restores a deleted plant with all its data. Its units are enrolled again, except those enrolled by another plant
   * meanwhile; the answer has the state of each. Concurrent calls restore once; later ones find no deleted plant.
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
  /** The restore period of the deleted plant has ended; details: `until`. */
  RESTORE_PERIOD_OVER: 409,
})

export const plantArchiveEvents = defineEvents({
  removePlant: z.object({ plant_id: id }),
  /** The plant was archived or restored from the archive. */
  plantArchived: z.object({ plant_id: id }),
  /** A plant was deleted or restored: the list of deleted plants changed. */
  deletedPlants: z.object({ plant_id: id }),
})
