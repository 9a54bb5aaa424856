import { z } from 'zod'
import { count, id, instant, line, optionalText } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { pendingCommand } from '../commands/command.ts'
import { lampTextLengths } from '../lamp-labels/lamp-text-limits.ts'
import { lampTypes } from '../lamps/lamp.ts'
import { skipReasons } from './walk-limits.ts'

export const walkLampStates = ['open', 'done', 'skipped'] as const

/** Lamp of a walk by its serial, which survives a renumbering by its unit. */
export const walkLampKey = { topic: unitTopic, serial: line(40).min(1, { error: 'cannot_be_empty' }) }

/** Place of a lamp as entered: a room, words, or both. */
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

/** Person who holds a lamp, end of the reservation, and end of the blinking. */
const lampClaim = z.object({ userid: id, name: z.string(), until: instant, blinks_until: instant.nullable() })

export const walkLamp = z.object({
  topic: z.string(),
  serial: z.string(),
  /** Null if its unit no longer lists it; nobody can get such a lamp. */
  addr: z.int().nullable(),
  type: z.enum(lampTypes).nullable(),
  description: z.string(),
  location: z.string(),
  /** Version of the texts, as `lamp.version`. */
  version: count,
  room_id: id.nullable(),
  state: z.enum(walkLampStates),
  reason: z.enum(skipReasons).nullable(),
  /** How often it was postponed. */
  put_off: count,
  /** Who gave it a place or skipped it, and when. */
  by: z.string().nullable(),
  at: instant.nullable(),
  taken: lampClaim.nullable(),
})
export type WalkLamp = z.infer<typeof walkLamp>

/** Commissioning walk over lamps without a place. */
export const walk = z.object({
  id,
  /** Unit of the lamps; null if they were chosen. */
  topic: z.string().nullable(),
  /** Floor plan for the lamps; null if they get a room or words. */
  plan_id: id.nullable(),
  total: count,
  done: count,
  skipped: count,
  started_by: z.string(),
  started_at: instant,
  ended_at: instant.nullable(),
})
export type Walk = z.infer<typeof walk>

/** State after a step: the caller's lamp, null if none is left, and the command for its blinking. */
export const walkStep = z.object({ walk, lamp: walkLamp.nullable(), command: pendingCommand.nullable() })
export type WalkStep = z.infer<typeof walkStep>
