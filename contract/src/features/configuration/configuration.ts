import { z } from 'zod'
import { line } from '../../kernel/primitives.ts'

/** Maximum serials of a list: the largest capacity of a unit. */
const maxSerials = 992
const serial = line(20).transform((value) => value.trim().toUpperCase())
const addr = z.int().min(1).max(992)

/** Wire values of `modalita_config_logica`; 0 ends the configuration. */
export const configurationModes = {
  none: 0,
  newAcquisition: 1,
  append: 2,
  manual: 3,
  delete: 4,
  substitute: 5,
} as const

/** Requested change of a unit's lamp list (specification, section 2, configure-central-unit modes). */
export const configurationRequest = z.discriminatedUnion('mode', [
  /** Clears the list and searches the whole line. Radio units need the code of the radio network. */
  z.strictObject({ mode: z.literal('newAcquisition'), plant_code: z.int().min(1).max(92).optional() }),
  /** Adds new lamps on the line after the last position. */
  z.strictObject({ mode: z.literal('append') }),
  /** Adds typed, pasted or scanned serials after the last position. */
  z.strictObject({
    mode: z.literal('appendSerials'),
    serials: z.array(serial).min(1, { error: 'serials_empty' }).max(maxSerials),
  }),
  /** Overwrites positions with serials; without a position the n-th serial goes to position n. */
  z.strictObject({
    mode: z.literal('overwriteSerials'),
    serials: z
      .array(z.strictObject({ serial, position: addr.optional() }))
      .min(1, { error: 'serials_empty' })
      .max(maxSerials),
  }),
  z.strictObject({ mode: z.literal('delete'), addrs: z.array(addr).min(1, { error: 'no_lamps_to_delete' }).max(992) }),
  /** Replaces the n-th lamp with the n-th serial. */
  z.strictObject({
    mode: z.literal('substitute'),
    addrs: z.array(addr).min(1, { error: 'no_lamps_to_substitute' }).max(992),
    serials: z.array(serial).min(1, { error: 'serials_empty' }).max(992),
  }),
])
export type ConfigurationRequest = z.infer<typeof configurationRequest>
