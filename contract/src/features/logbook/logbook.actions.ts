import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import {
  dayRange,
  id,
  inputInstant,
  instant,
  isOrderedRange,
  limitYears,
  line,
  optionalLines,
  page,
  plantId,
  rangeRefusal,
} from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { fileLink, uploadLink } from '../files/file.ts'
import { requiredItems } from './completeness.rules.ts'
import { entryResults, month } from './entry-kinds.ts'
import {
  checkEntryDraft,
  entryDraftFacts,
  entryGroupNames,
  entryLimits,
  entryPhotoLimits,
  logbookEntry,
} from './logbook-entry.ts'
import { unitEntry } from './unit-entry.ts'

/** Entries in one answer, the newest. */
export const maxUnitEntries = 200

const no = z.int32().min(1)
/** Where the chain of the plant ends; 0 and null before the first entry. */
const head = z.object({ no: z.int(), hash: z.string().nullable() })

/** A key with which exports are signed, or were. */
export const logbookKey = z.object({
  id: z.string(),
  /** Raw Ed25519 public key, base64url. */
  publicKey: z.string(),
  since: instant,
  until: instant.nullable(),
})
export type LogbookKey = z.infer<typeof logbookKey>

export const logbookActions = defineActions({
  /** What the platform wrote in the plant's logbook about a unit, newest first: of every box that ever stood there. A Basic plant gets the last 30 days. */
  getUnitEntries: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, topic: unitTopic }),
    output: z.object({
      entries: z.array(unitEntry).max(maxUnitEntries),
      /** Older entries that are kept and not shown, because the plant is Basic. */
      hidden: z.int(),
    }),
    errors: [],
    effect: 'read',
  },
  /** A page of the plant's logbook, newest entry first, with filters that combine. A Basic plant gets what happened in the last 30 days. */
  getLogbookDetails: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      page,
      pageSize: z.int().min(1).max(entryLimits.atOnce).default(entryLimits.pageSize),
      /** In plant time. */
      ...dayRange,
      topic: unitTopic.optional(),
      /** Only entries under this heading. */
      of: z.enum(entryGroupNames).optional(),
      result: z.enum(entryResults).optional(),
      /** A part of a text, a serial or a person's name, or a number. */
      search: line(80).default(''),
    }),
    output: z.object({
      entries: z.array(logbookEntry),
      total: z.int(),
      /** Older entries that are kept and not shown, because the plant is Basic. */
      hidden: z.int(),
      head,
      /** The number from which on a text was sought, where older entries were left out. */
      soughtFrom: z.int().nullable(),
      /** When the first entry that may be read was written for; null where there is none. */
      since: instant.nullable(),
    }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /**
   * The whole logbook, newest entry first. Where it is long the answer is the address of the sealed export instead, as
   * text/plain: it works for a short time, in the session that asked.
   */
  getLogbooksDetails: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.union([z.object({ entries: z.array(logbookEntry), hidden: z.int() }), z.string()]),
    errors: [],
    effect: 'read',
    cost: 10,
  },
  /** One entry with its notes, and what corrects it, is about it, or comes before it in the same matter; oldest first. */
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
  /** What EN 50172 wants in a logbook and what of it is missing, who is responsible, and what was signed; of everything that is kept, in every tier. */
  getLogbookState: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({
      items: z.array(z.object({ item: z.enum(requiredItems), missing: z.string().nullable() })),
      responsible: z.string().nullable(),
      signed: z.object({ month, upTo: z.int(), at: instant, by: z.string().nullable() }).nullable(),
      head,
    }),
    errors: [],
    effect: 'read',
  },
  /**
   * Adds an entry by a person. A correction takes the place of an entry of the same kind that a person wrote, and both stay.
   * Signatures, entries of the platform and reports of units cannot be corrected; another entry may be about them.
   */
  addLogbookEntry: {
    permission: 'plant.operate',
    input: z
      .strictObject({
        plantId,
        ...entryDraftFacts,
        /** When it happened. */
        at: inputInstant,
        text: optionalLines(entryLimits.text),
        topic: unitTopic.optional(),
        lamp: z.int().min(1).max(992).optional(),
        corrects: no.optional(),
        /** The defect that a remedy is of. */
        about: no.optional(),
        /** The same key once more is the same entry. */
      })
      .superRefine(checkEntryDraft),
    output: z.object({ entryId: id }),
    errors: [
      ...(['LOGBOOK_ENTRY_NOT_FOUND', 'LOGBOOK_ENTRY_IN_FUTURE', 'LOGBOOK_ENTRY_CORRECTED', 'UNIT_NOT_FOUND'] as const),
      ...(['LOGBOOK_ENTRY_NOT_CORRECTABLE', 'LOGBOOK_CORRECTION_OF_KIND'] as const),
    ],
    effect: 'write',
    about: 'entry',
    alone: true,
  },
  /** Gives leave to add one photo of so many bytes to an entry; needs the notice on pictures accepted. It is an entry of its own once it has come. */
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
  /** Gives leave to fetch a photo, by the number of its entry. */
  downloadEntryPhoto: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, no }),
    output: fileLink,
    errors: ['LOGBOOK_ENTRY_NOT_FOUND', 'FILE_NOT_FOUND'],
    effect: 'read',
  },
  /** Adds a note to an entry, with who and when. Notes are never changed. */
  aggiornaNoteLogbook: {
    permission: 'plant.operate',
    input: z.strictObject({
      plantId,
      no,
      note: optionalLines(entryLimits.note).pipe(z.string().min(1, { error: 'cannot_be_empty' })),
      /** The same key once more is the same note. */
    }),
    output: z.object({ entryId: id }),
    errors: ['LOGBOOK_ENTRY_NOT_FOUND'],
    effect: 'write',
    about: 'entry',
  },
  /** Signs a month of the logbook as the responsible person, up to an entry; several people may sign the same. It is an entry itself, and cannot be taken back. */
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
   * Gives leave to fetch the sealed export of the logbook, all of it or some days; of a Basic plant the last 30 days. Anybody
   * can check it without this server: docs/protocol/logbook-export.md. It changes nothing, but it stands in the audit.
   */
  exportLogbook: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, ...dayRange }).refine(isOrderedRange, rangeRefusal),
    output: z.object({
      /** Path to fetch it from with GET. */
      url: z.string(),
      /** Harmless name under which to save it. */
      name: z.string(),
    }),
    errors: [],
    effect: 'write',
    inArchive: true,
    about: 'plant',
  },
  /** By what exports of this server are checked: its public keys, the one in use and all before, and the authorities whose time stamps it trusts. */
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
  /** What happened cannot lie in the future. */
  LOGBOOK_ENTRY_IN_FUTURE: 409,
  /** Somebody has corrected it already, with `no`: that entry is to be corrected. */
  LOGBOOK_ENTRY_CORRECTED: 409,
  /** A signature, an entry of the platform or a report of a unit: it can be remarked on, not corrected. */
  LOGBOOK_ENTRY_NOT_CORRECTABLE: 409,
  /** A correction has the kind of the entry that it corrects. */
  LOGBOOK_CORRECTION_OF_KIND: 409,
  /** The caller has signed this month up to that entry, or a later one. */
  LOGBOOK_NOTHING_TO_SIGN: 409,
  /** The entry has as many photos as it may, `limit`. */
  LOGBOOK_PHOTO_LIMIT: 409,
})

export const logbookEvents = defineEvents({
  /** The logbook of a plant has grown up to this entry. */
  logbook: z.object({ plant_id: id, no: z.int() }),
})
