import { z } from 'zod'
import { count, id, startTime, text, timeOfDay } from '../../kernel/primitives.ts'

/** Levels of the tree of places, largest first. */
export const roomLevels = ['building', 'floor', 'room'] as const
export type RoomLevel = (typeof roomLevels)[number]

/** Use of a room, as far as it determines its emergency lighting; the first four after EN 1838. */
export const roomKinds = [
  ...(['escapeRoute', 'openArea', 'highRiskTaskArea', 'standbyArea'] as const),
  ...(['staircase', 'workplace', 'storage', 'technical', 'sanitary', 'outdoor', 'other'] as const),
] as const

/** Hours of use of a day, by the clock of the plant; they cross midnight if the end precedes the start. */
export const hoursOfUse = z
  .strictObject({ from: startTime, to: timeOfDay })
  .refine(({ from, to }) => from !== to, { error: 'use_order', path: ['to'] })

/** Form of a building, floor or room. */
export const roomDraft = z.strictObject({
  level: z.enum(roomLevels),
  /** Parent building or floor; null for none. */
  parentId: id.nullable(),
  name: text(80),
  kind: z.enum(roomKinds).nullable(),
  /** Square meters. */
  areaM2: z.number().min(0).max(10_000_000).nullable(),
  used: hoursOfUse.nullable().default(null),
})
export type RoomDraft = z.infer<typeof roomDraft>

/** Building, floor or room, with its direct contents. */
export const room = z.object({
  id,
  level: z.enum(roomLevels),
  parentId: id.nullable(),
  name: z.string(),
  kind: z.enum(roomKinds).nullable(),
  areaM2: z.number().nullable(),
  used: hoursOfUse.nullable(),
  version: count,
  units: count,
  lamps: count,
})
export type Room = z.infer<typeof room>
