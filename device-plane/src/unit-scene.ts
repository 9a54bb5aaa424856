import { maxGroupNumber } from '@vigilux/contract/features/groups/group.ts'
import { z } from 'zod'
import { group } from './command-fields.ts'

/** Maximum future runs of one scene in a unit: one a day for 40 days, and two for days lengthened by clock changes. */
export const maxRunsAhead = 42

const level = z.strictObject({
  groups: z.array(group).min(1).max(maxGroupNumber),
  level: z.int().min(0).max(100),
})

export const unitScene = z.strictObject({
  scene: z.uuid(),
  /** If several cover a lamp, the last one wins. */
  levels: z.array(level).min(1).max(32),
  fadeS: z.int().min(0).max(900),
  /** Minutes since 1970 (UTC), ascending. */
  runs: z.array(z.int().min(0).max(0x7fff_ffff)).max(maxRunsAhead),
  /** Input of the unit as its trigger; null for none. */
  input: z.int().min(1).max(8).nullable(),
})

/** Scene run by a unit itself. */
export type UnitScene = z.infer<typeof unitScene>
