import { z } from 'zod'
import { id, instant, line, optionalText, version } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { lampTextLengths } from './lamp-text-limits.ts'

/** Lamps whose texts are written at once: more than the largest plant has. */
export const maxRevisionLamps = 40_000
/** Parts in which the rows of one revision may be kept before it is written. */
export const maxRevisionParts = 200
/** Hours for which a revision can be undone. */
export const undoHours = 24
/** Rows that a refusal names; of the others it says how many there are. */
export const maxNamedRows = 50

/** How texts came to be written: typed into a list, made by a pattern, or read from a file. */
export const revisionKinds = ['typed', 'pattern', 'import'] as const

/** New texts of one lamp; a text that is left out stays, and with a version it is written over that one alone. */
export const lampTextRow = z.strictObject({
  topic: unitTopic,
  addr: z.int().min(1).max(992),
  description: optionalText(lampTextLengths.description).optional(),
  location: optionalText(lampTextLengths.location).optional(),
  version: version.optional(),
})
export type LampTextRow = z.infer<typeof lampTextRow>

const importedText = line(500).optional()

/** A row of a file, with its line there. It names a lamp by serial, or by unit and number; a text that is left out stays. */
export const importRow = z.strictObject({
  line: z.int().min(1).max(1_000_000),
  serial: line(40).optional(),
  /** Serial or topic of the unit. */
  unit: line(40).optional(),
  number: line(10).optional(),
  description: importedText,
  location: importedText,
  /** That the preview showed: then the texts are written over that one alone. */
  version: version.optional(),
})
export type ImportRow = z.infer<typeof importRow>

/** Why a row of a file cannot be written. */
export const importFaults = [
  'noLamp',
  'noText',
  'number',
  'unknownSerial',
  'unknownUnit',
  'unknownNumber',
  'severalLamps',
  'twice',
  'descriptionTooLong',
  'locationTooLong',
] as const
export type ImportFault = (typeof importFaults)[number]

const texts = { description: z.string(), location: z.string() }

/** What rows of a file would do. */
export const importPreview = z.object({
  changed: z.array(
    z.object({
      line: z.int(),
      topic: z.string(),
      addr: z.int(),
      serial: z.string(),
      before: z.object({ ...texts, version: z.int() }),
      after: z.object(texts),
    }),
  ),
  /** Lines that say what is stored already. */
  unchanged: z.array(z.int()),
  faulty: z.array(z.object({ line: z.int(), because: z.enum(importFaults) })),
})
export type ImportPreview = z.infer<typeof importPreview>

/** Texts of lamps that were written at once. */
export const lampTextRevision = z.object({
  id,
  kind: z.enum(revisionKinds),
  at: instant,
  /** Who wrote them. */
  by: z.string(),
  /** Lamps of which a text became another. */
  lamps: z.int(),
  undone_at: instant.nullable(),
  undone_by: z.string().nullable(),
})
export type LampTextRevision = z.infer<typeof lampTextRevision>
