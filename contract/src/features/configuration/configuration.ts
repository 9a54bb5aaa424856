import { z } from 'zod'
import { line } from '../../kernel/primitives.ts'

/** Most serials of one list: a unit holds no more lamps. */
const maxSerials = 992
const serial = line(20).transform((value) => value.trim().toUpperCase())
const addr = z.int().min(1).max(992)

/** Wire values of `modalita_config_logica`: 0 ends the configuration. */
export const configurationModes = {
  none: 0,
  newAcquisition: 1,
  append: 2,
  manual: 3,
  delete: 4,
  substitute: 5,
} as const

/** What a person wants of the list of lamps of a unit. Specification section 2, configure-central-unit modes. */
export const configurationRequest = z.discriminatedUnion('mode', [
  /** The list starts from zero: everything on the line is searched. Radio units need the code of the radio network. */
  z.strictObject({ mode: z.literal('newAcquisition'), plant_code: z.int().min(1).max(92).optional() }),
  /** New lamps on the line are added after the last position. */
  z.strictObject({ mode: z.literal('append') }),
  /** Serials typed, pasted or scanned, added after the last position. */
  z.strictObject({
    mode: z.literal('appendSerials'),
    serials: z.array(serial).min(1, { error: 'serials_empty' }).max(maxSerials),
  }),
  /** Serials at positions, which they overwrite; without a position the n-th serial goes to position n. */
  z.strictObject({
    mode: z.literal('overwriteSerials'),
    serials: z
      .array(z.strictObject({ serial, position: addr.optional() }))
      .min(1, { error: 'serials_empty' })
      .max(maxSerials),
  }),
  z.strictObject({ mode: z.literal('delete'), addrs: z.array(addr).min(1, { error: 'no_lamps_to_delete' }).max(992) }),
  /** The n-th serial takes the place of the n-th lamp. */
  z.strictObject({
    mode: z.literal('substitute'),
    addrs: z.array(addr).min(1, { error: 'no_lamps_to_substitute' }).max(992),
    serials: z.array(serial).min(1, { error: 'serials_empty' }).max(992),
  }),
])
export type ConfigurationRequest = z.infer<typeof configurationRequest>
