import { z } from 'zod'
import { count, id, line, text } from '../../kernel/primitives.ts'
import { deviceLists } from '../lamps/lamp.rules.ts'

/** Maximum views of one person in one plant. */
export const maxViewsPerPerson = 50

/** Parameter of the list's address; long enough for the longest filter. */
const parameter = line(2_000).optional()

/** Display of a list, as in its address: search, state, filters, sort, columns. A link has the same parameters. */
export const viewParams = z.strictObject({
  q: parameter,
  f: parameter,
  unit: parameter,
  type: parameter,
  group: parameter,
  aggregation: parameter,
  room: parameter,
  zone: parameter,
  fault: parameter,
  product: parameter,
  sort: parameter,
  cols: parameter,
})
export type ViewParams = z.infer<typeof viewParams>

/** Saved part of a view. */
export const viewDraft = z.strictObject({ name: text(60), list: z.enum(deviceLists), params: viewParams })
export type ViewDraft = z.infer<typeof viewDraft>

/** List under a name, private to one person. */
export const view = z.object({
  id,
  name: z.string(),
  list: z.enum(deviceLists),
  params: viewParams,
  version: count,
})
export type View = z.infer<typeof view>
