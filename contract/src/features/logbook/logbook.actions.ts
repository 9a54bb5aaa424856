import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import {
  id,
  inputInstant,
  instant,
  limitYears,
  line,
  optionalLines,
  page,
  plantId,
  withDayRange,
} from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { fileLink, uploadLink } from '../files/file.ts'
import { missingContents, requiredItems } from './completeness.rules.ts'
import { entryResults, month } from './entry-kinds.ts'
import {
  checkEntryDraft,
  entryDraftFacts,
  entryGroupNames,
  entryLimits,
  entryPhotoLimits,
  logbookEntry,
  logbookOrigin,
} from './logbook-entry.ts'
import { unitEntry } from './unit-entry.ts'

/** Maximum entries in one answer, the newest. */
export const maxUnitEntries = 200

const no = z.int32().min(1)
/** End of the plant's chain; 0 and null before the first entry. */
const chainHead = z.object({ no: z.int(), hash: z.string().nullable() })

/** Current or former key for export signatures. */
export const logbookKey = z.object({
  id: z.string(),
  /** Raw Ed25519 public key, base64url. */
  publicKey: z.string(),
  since: instant,
  until: instant.nullable(),
})
export type LogbookKey = z.infer<typeof logbookKey>

/** The sealed logbook: entries, signatures, export and keys. */
export const logbookActions = defineActions({
  /**
   * Lists the platform's logbook entries about a unit, newest first, including all previous devices in its place. Basic
   * plants get the last 30 days.
   */
  getUnitEntries: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, topic: unitTopic }),
    output: z.object({
      entries: z.array(unitEntry).max(maxUnitEntries),
      /** Older entries hidden from a Basic plant. */
      hidden: z.int(),
    }),
    errors: [],
    effect: 'read',
  },
  /** Returns a page of the plant's logbook, newest first, with filters. Basic plants get the last 30 days. */
  getLogbookDetails: {
    permission: 'plant.view',
    /** The range is in plant time. */
    input: withDayRange({
      plantId,
      page,
      pageSize: z.int().min(1).max(entryLimits.atOnce).default(entryLimits.pageSize),
      topic: unitTopic.optional(),
      /** Only entries under this heading. */
      of: z.enum(entryGroupNames).optional(),
      result: z.enum(entryResults).optional(),
      /** Part of a text, a serial or a person's name, or a number. */
      search: line(80).default(''),
    }),
    output: z.object({
      entries: z.array(logbookEntry),
      total: z.int(),
      /** Older entries hidden from a Basic plant. */
      hidden: z.int(),
      head: chainHead,
      /** Null if the logbook was not imported. */
      origin: logbookOrigin.nullable(),
      /** Lowest number of the text search, if older entries were skipped. */
      soughtFrom: z.int().nullable(),
      /** Time of the first visible entry; null without one. */
      since: instant.nullable(),
    }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /**
   * Returns the whole logbook, newest entry first. For a long logbook the answer is instead the address of the sealed
   * export as text/plain, valid briefly and only in the requesting session.
   */
  getLogbooksDetails: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.union([z.object({ entries: z.array(logbookEntry), hidden: z.int() }), z.string()]),
    errors: [],
    effect: 'read',
    cost: 10,
  },
  /**
   * Returns one entry with its notes and all related entries (corrections, references, earlier entries of the same
   * matter), oldest first.
   */
  getLogbookEntry: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, no }),
    output: z.object({
      entry: logbookEntry,
      notes: z.array(logbookEntry).max(entryLimits.atOnce),
      related: z.array(logbookEntry).max(entryLimits.atOnce),
    }),
    errors: ['LOGBOOK_ENTRY_NOT_FOUND'],
    effect: 'read',
  },
  /**
   * Returns the items required by EN 50172 with their gaps, the responsible person, and the signatures; over all stored
   * entries, in every tier.
   */
  getLogbookState: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({
      items: z.array(z.object({ item: z.enum(requiredItems), missing: z.enum(missingContents).nullable() })),
      responsible: z.string().nullable(),
      /** `by` is null once the person is erased; `person` remains. */
      signed: z.object({ month, upTo: z.int(), at: instant, by: z.string().nullable(), person: id }).nullable(),
      head: chainHead,
    }),
    errors: [],
    effect: 'read',
  },
  /**
   * Adds an entry by a person. A correction replaces a person's entry of the same kind, and both remain readable.
   * Signatures, entries of the platform and reports of units cannot be corrected; another entry may refer to them.
   */
  addLogbookEntry: {
    permission: 'plant.operate',
    input: z
      .strictObject({
        plantId,
        ...entryDraftFacts,
        /** Time of the event. */
        at: inputInstant,
        text: optionalLines(entryLimits.text),
        topic: unitTopic.optional(),
        lamp: z.int().min(1).max(992).optional(),
        corrects: no.optional(),
        /** Defect mended by a remedy. */
        about: no.optional(),
      })
      .superRefine(checkEntryDraft),
    output: z.object({ entryId: id }),
    errors: [
      ...(['LOGBOOK_ENTRY_NOT_FOUND', 'LOGBOOK_ENTRY_IN_FUTURE', 'LOGBOOK_ENTRY_CORRECTED', 'UNIT_NOT_FOUND'] as const),
      ...(['LOGBOOK_ENTRY_NOT_CORRECTABLE', 'LOGBOOK_CORRECTION_OF_KIND', 'LOGBOOK_LAMP_UNKNOWN'] as const),
    ],
    effect: 'write',
    about: 'entry',
    alone: true,
  },
  /**
   * Starts an upload of one photo of the given bytes for an entry; requires the accepted notice on pictures. The
   * received photo becomes an entry of its own.
   */
  uploadEntryPhoto: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      no,
      bytes: z.int().min(1, { error: 'empty_file' }).max(entryPhotoLimits.bytes, { error: 'file_too_large' }),
    }),
    output: uploadLink,
    errors: ['LOGBOOK_ENTRY_NOT_FOUND', 'LOGBOOK_PHOTO_LIMIT', 'PHOTO_NOTICE_NOT_ACCEPTED', 'FILE_QUOTA_EXCEEDED'],
    effect: 'write',
    about: 'entry',
  },
  /** Returns a link to a photo, by the number of its entry. */
  downloadEntryPhoto: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, no }),
    output: fileLink,
    errors: ['LOGBOOK_ENTRY_NOT_FOUND', 'FILE_NOT_FOUND'],
    effect: 'read',
  },
  /** Adds a note with author and time to an entry. Notes are immutable. */
  aggiornaNoteLogbook: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      no,
      note: optionalLines(entryLimits.note).pipe(z.string().min(1, { error: 'cannot_be_empty' })),
    }),
    output: z.object({ entryId: id }),
    errors: ['LOGBOOK_ENTRY_NOT_FOUND'],
    effect: 'write',
    about: 'entry',
  },
  /**
   * Signs a month of the logbook as the responsible person, up to an entry; several people may sign the same month. The
   * signature is an entry and cannot be revoked.
   */
  signLogbook: {
    permission: 'logbook.sign',
    input: z.strictObject({ plantId, month: limitYears(month), upTo: no }),
    output: z.object({ entryId: id }),
    errors: ['LOGBOOK_ENTRY_NOT_FOUND', 'LOGBOOK_ENTRY_IN_FUTURE', 'LOGBOOK_NOTHING_TO_SIGN'],
    effect: 'write',
    about: 'entry',
    alone: true,
  },
  /**
   * Returns a link to the sealed export of the logbook, whole or of some days; of a Basic plant the last 30 days.
   * Anyone can check it without this server: docs/protocol/logbook-export.md. It changes nothing, but is audited.
   */
  exportLogbook: {
    permission: 'plant.view',
    input: withDayRange({ plantId }),
    output: z.object({
      /** Path for GET. */
      url: z.string(),
      /** Sanitized name for saving. */
      name: z.string(),
      /**
       * Entries of these days visible to the caller but omitted from the file: a chain has no holes, so the file of a
       * Basic plant begins after the last entry hidden by its date.
       */
      omitted: z.int(),
    }),
    errors: [],
    effect: 'write',
    program: 'read',
    inArchive: true,
    about: 'plant',
  },
  /**
   * Returns the means to verify exports of this server: its current and former public keys, and its trusted time-stamp
   * authorities.
   */
  getLogbookKeys: {
    permission: 'public',
    input: z.strictObject({}),
    output: z.object({
      keys: z.array(logbookKey),
      /** Certificates of authorities, base64 of their DER. */
      authorities: z.array(z.string()),
    }),
    errors: [],
    effect: 'read',
  },
})

export const logbookErrors = defineErrors({
  LOGBOOK_ENTRY_NOT_FOUND: 404,
  /** The event is dated in the future. */
  LOGBOOK_ENTRY_IN_FUTURE: 409,
  /** Entry `no` already corrects it; correct the newer entry instead. */
  LOGBOOK_ENTRY_CORRECTED: 409,
  /** A signature, an entry of the platform or a report of a unit accepts notes, but no corrections. */
  LOGBOOK_ENTRY_NOT_CORRECTABLE: 409,
  /** A correction must have the kind of the corrected entry. */
  LOGBOOK_CORRECTION_OF_KIND: 409,
  /** `lamp` never existed in the unit; `lamps` lists the existing ones. */
  LOGBOOK_LAMP_UNKNOWN: 409,
  /** The caller has already signed this month up to this entry, or a later one. */
  LOGBOOK_NOTHING_TO_SIGN: 409,
  /** The entry has the maximum number of photos, `limit`. */
  LOGBOOK_PHOTO_LIMIT: 409,
})

export const logbookEvents = defineEvents({
  /** The logbook of a plant has new entries up to this number. */
  logbook: z.object({ plant_id: id, no: z.int() }),
})
