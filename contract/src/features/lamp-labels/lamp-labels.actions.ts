import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, plantId } from '../../kernel/primitives.ts'
import { lamp } from '../lamps/lamp.ts'
import {
  importPreview,
  importRow,
  lampTextRevision,
  lampTextRow,
  maxRevisionParts,
  revisionKinds,
} from './lamp-text.ts'
import { maxRowsPerCall } from './lamp-text-limits.ts'

const savedRevision = z.object({ revision: lampTextRevision })
const importRows = z.array(importRow).min(1).max(maxRowsPerCall)

/** Descriptions and places of many lamps: import, correction and undo. */
export const lampTextActions = defineActions({
  /** Lists the revisions of the last day, newest first; each can be undone as a whole. */
  getLampTextRevisions: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ revisions: z.array(lampTextRevision) }),
    errors: [],
    effect: 'read',
  },
  /** Returns which rows of a file would change texts, match the stored ones, or are invalid; writes nothing. */
  previewLampImport: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, rows: importRows }),
    output: importPreview,
    errors: [],
    effect: 'read',
    cost: 3,
  },
  /**
   * Writes descriptions and places of existing lamps from rows of a file, all or none; each lamp is identified by
   * serial, or by unit and number. With `dryRun` nothing is written, and invalid rows cause no refusal. A call takes
   * 256 KiB as JSON; larger imports use `uploadLampTexts` and `saveLampTexts`.
   */
  importLampDescription: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, rows: importRows, dryRun: z.boolean().default(false) }),
    output: z.object({ preview: importPreview, revision: lampTextRevision.nullable() }),
    errors: ['LAMP_TEXTS_FAULTY', 'CHANGED_MEANWHILE'],
    effect: 'write',
    program: 'configure',
    about: 'lamp',
    alone: true,
    cost: 5,
  },
  /**
   * Stores a part of a large import until `saveLampTexts` writes all parts together; discards the caller's parts under
   * other keys.
   */
  uploadLampTexts: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      workId: id,
      part: z.int().min(1).max(maxRevisionParts),
      rows: z.array(lampTextRow).min(1).max(maxRowsPerCall),
    }),
    output: z.object({}),
    errors: ['LAMP_TEXTS_LIMIT'],
    effect: 'write',
    program: 'configure',
    about: 'lamp',
    alone: true,
  },
  /**
   * Writes descriptions and places of many lamps, all or none: the parts stored under the same key, then the rows of
   * this call. A repeated call with the same key returns the first answer. A row with a version is written only over
   * this version.
   */
  saveLampTexts: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      workId: id,
      kind: z.enum(revisionKinds),
      parts: z.int().min(0).max(maxRevisionParts).default(0),
      rows: z.array(lampTextRow).min(1).max(maxRowsPerCall),
    }),
    output: savedRevision,
    errors: ['LAMP_TEXTS_FAULTY', 'LAMP_TEXTS_INCOMPLETE', 'LAMP_TEXTS_LIMIT', 'CHANGED_MEANWHILE'],
    effect: 'write',
    program: 'configure',
    about: 'lamp',
    alone: true,
    cost: 5,
  },
  /**
   * Restores the previous texts of all lamps of a revision, once and within a day; refused if any was changed since.
   */
  undoLampTexts: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, revisionId: id }),
    output: savedRevision,
    errors: ['REVISION_NOT_FOUND', 'REVISION_TOO_OLD', 'REVISION_UNDONE', 'CHANGED_MEANWHILE'],
    effect: 'write',
    program: 'configure',
    about: 'lamp',
    alone: true,
    cost: 5,
  },
})

export const lampTextErrors = defineErrors({
  /** Some rows are invalid, so none is written; the details list the first ones with reasons, and the total. */
  LAMP_TEXTS_FAULTY: 409,
  /** Expected parts are missing. */
  LAMP_TEXTS_INCOMPLETE: 409,
  /** More lamps than `limit`. */
  LAMP_TEXTS_LIMIT: 409,
  REVISION_NOT_FOUND: 404,
  /** Written more than `hours` ago. */
  REVISION_TOO_OLD: 409,
  REVISION_UNDONE: 409,
})

export const lampTextEvents = defineEvents({
  /** Lamp texts were written or undone; `lamps` is null if they are too many. */
  saveLampTexts: z.object({ plant_id: id, revision_id: id, lamps: z.array(lamp).nullable() }),
})
