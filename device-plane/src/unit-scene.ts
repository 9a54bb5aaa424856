import { maxGroupNumber } from '@vigilux/contract/features/groups/group.ts'
import { z } from 'zod'
import { group } from './command-fields.ts'

/** Most runs of one scene that a unit is told ahead: one a day for 40 days, and two for days that clocks make longer. */
export const maxRunsAhead = 42

const level = z.strictObject({
  groups: z.array(group).min(1).max(maxGroupNumber),
  level: z.int().min(0).max(100),
})

export const unitScene = z.strictObject({
  scene: z.uuid(),
  /** Where a lamp is in several, the last of them counts. */
  levels: z.array(level).min(1).max(32),
  fadeS: z.int().min(0).max(900),
  /** Minutes since the beginning of 1970 in UTC, rising. */
  runs: z.array(z.int().min(0).max(0x7fff_ffff)).max(maxRunsAhead),
  /** The input of the unit that makes it run; null for none. */
  input: z.int().min(1).max(8).nullable(),
})

/** A scene as a unit runs it by itself. */
export type UnitScene = z.infer<typeof unitScene>
