import { z } from 'zod'
import { count, id, instant, line, optionalText } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { pendingCommand } from '../commands/command.ts'
import { lampTextLengths } from '../lamp-texts/lamp-text-limits.ts'
import { lampTypes } from '../lamps/lamp.ts'
import { skipReasons } from './walk-limits.ts'

export const walkLampStates = ['open', 'done', 'skipped'] as const

/** A lamp of a walk, named by its serial: it stays the same one where its unit numbers its lamps anew. */
export const walkLampKey = { topic: unitTopic, serial: line(40).min(1, { error: 'cannot_be_empty' }) }

/** What a person says of where a lamp is: a room, words, or both. */
export const walkPlace = z
  .strictObject({
    description: optionalText(lampTextLengths.description),
    location: optionalText(lampTextLengths.location),
    /** Null for no room. */
    roomId: id.nullable(),
  })
  .refine(({ location, roomId }) => location !== '' || roomId !== null, {
    error: 'cannot_be_empty',
    path: ['location'],
  })
export type WalkPlace = z.infer<typeof walkPlace>

/** Who is at a lamp, for how long nobody else is given it, and until when it blinks. */
const lampClaim = z.object({ userid: id, name: z.string(), until: instant, blinks_until: instant.nullable() })

export const walkLamp = z.object({
  topic: z.string(),
  serial: z.string(),
  /** Null where its unit lists it no more: nobody is given it. */
  addr: z.int().nullable(),
  type: z.enum(lampTypes).nullable(),
  description: z.string(),
  location: z.string(),
  /** Of the texts, as `lamp.version`. */
  version: count,
  room_id: id.nullable(),
  state: z.enum(walkLampStates),
  reason: z.enum(skipReasons).nullable(),
  /** How often it was put off until later. */
  put_off: count,
  /** Who gave it a place or left it without one, and when. */
  by: z.string().nullable(),
  at: instant.nullable(),
  taken: lampClaim.nullable(),
})
export type WalkLamp = z.infer<typeof walkLamp>

/** A walk along lamps that are to get their places. */
export const walk = z.object({
  id,
  /** The unit whose lamps they are; null where they were chosen. */
  topic: z.string().nullable(),
  /** The floor plan on which they are placed; null where they get a room or words. */
  plan_id: id.nullable(),
  total: count,
  done: count,
  skipped: count,
  started_by: z.string(),
  started_at: instant,
  ended_at: instant.nullable(),
})
export type Walk = z.infer<typeof walk>

/** Where a person is after a step: at which lamp, null where none is left to be given, and the command that lets it blink. */
export const walkStep = z.object({ walk, lamp: walkLamp.nullable(), command: pendingCommand.nullable() })
export type WalkStep = z.infer<typeof walkStep>
