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

const written = z.object({ revision: lampTextRevision })
const importRows = z.array(importRow).min(1).max(maxRowsPerCall)

export const lampTextActions = defineActions({
  /** What was written at once during the last day, newest first: each can be undone whole. */
  getLampTextRevisions: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ revisions: z.array(lampTextRevision) }),
    errors: [],
    effect: 'read',
  },
  /** What rows of a file would change, which say what is stored already, and which are faulty and why; nothing is written. */
  previewLampImport: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, rows: importRows }),
    output: importPreview,
    errors: [],
    effect: 'read',
    cost: 3,
  },
  /**
   * Writes descriptions and places of lamps from rows of a file, all of them or none. A lamp is named by its serial, or by unit and
   * number; no lamp comes into being. With `dryRun` nothing is written, and faulty rows refuse nothing. A call takes 256 KiB as JSON, which is
   * less than 1,000 rows with long texts: more is kept in parts by `keepLampTexts`, and written whole by `saveLampTexts`.
   */
  importLampDescription: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, rows: importRows, dryRun: z.boolean().default(false) }),
    output: z.object({ preview: importPreview, revision: lampTextRevision.nullable() }),
    errors: ['LAMP_TEXTS_FAULTY', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'lamp',
    alone: true,
    cost: 5,
  },
  /** Keeps a part of more rows than one call takes, until `saveLampTexts` writes them together; what this person has kept under another key goes. */
  keepLampTexts: {
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
    about: 'lamp',
    alone: true,
  },
  /**
   * Writes descriptions and places of many lamps, all of them or none: those of this call after those of so many parts that were kept
   * before under the same key. Asked again with that key it answers what was written. A row that gives a version is written over that one alone.
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
    output: written,
    errors: ['LAMP_TEXTS_FAULTY', 'LAMP_TEXTS_INCOMPLETE', 'LAMP_TEXTS_LIMIT', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'lamp',
    alone: true,
    cost: 5,
  },
  /** Gives all lamps of a revision back the texts that they had before, within a day and once; not where one of them was written since. */
  undoLampTexts: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, revisionId: id }),
    output: written,
    errors: ['REVISION_NOT_FOUND', 'REVISION_TOO_OLD', 'REVISION_UNDONE', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'lamp',
    alone: true,
    cost: 5,
  },
})

export const lampTextErrors = defineErrors({
  /** Rows cannot be written, so none is; the details name the first of them with the reason, and how many there are. */
  LAMP_TEXTS_FAULTY: 409,
  /** Parts that were to be kept before are not there. */
  LAMP_TEXTS_INCOMPLETE: 409,
  /** More lamps at once than `limit`. */
  LAMP_TEXTS_LIMIT: 409,
  REVISION_NOT_FOUND: 404,
  /** It was written more than `hours` ago. */
  REVISION_TOO_OLD: 409,
  REVISION_UNDONE: 409,
})

export const lampTextEvents = defineEvents({
  /** Texts of lamps were written or taken back; null in place of the lamps where they are too many to be told one by one. */
  saveLampTexts: z.object({ plant_id: id, revision_id: id, lamps: z.array(lamp).nullable() }),
})
