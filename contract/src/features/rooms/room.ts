import { z } from 'zod'
import { count, id, startTime, text, timeOfDay } from '../../kernel/primitives.ts'

/** Levels of the tree of places, the largest first. */
export const roomLevels = ['building', 'floor', 'room'] as const
export type RoomLevel = (typeof roomLevels)[number]

/** What a room is for, as far as it decides on its emergency lighting; the first four after EN 1838. */
export const roomKinds = [
  ...(['escapeRoute', 'openArea', 'highRiskTaskArea', 'standbyArea'] as const),
  ...(['staircase', 'workplace', 'storage', 'technical', 'sanitary', 'outdoor', 'other'] as const),
] as const

/** From when to when people are there on a day, by the clock of the plant; over midnight where it ends before it begins. */
export const hoursOfUse = z
  .strictObject({ from: startTime, to: timeOfDay })
  .refine(({ from, to }) => from !== to, { error: 'use_order', path: ['to'] })

/** What the form of a building, floor or room sends. */
export const roomDraft = z.strictObject({
  level: z.enum(roomLevels),
  /** The building or floor that it is in; null where it stands for itself. */
  parentId: id.nullable(),
  name: text(80),
  kind: z.enum(roomKinds).nullable(),
  /** Square metres. */
  areaM2: z.number().min(0).max(10_000_000).nullable(),
  used: hoursOfUse.nullable().default(null),
})
export type RoomDraft = z.infer<typeof roomDraft>

/** A building, floor or room, with what is assigned to itself and not to a part of it. */
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
