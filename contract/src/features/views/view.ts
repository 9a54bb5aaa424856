import { z } from 'zod'
import { count, id, line, text } from '../../kernel/primitives.ts'
import { deviceLists } from '../lamps/lamp.rules.ts'

/** Most views that one person keeps of one plant. */
export const maxViewsPerPerson = 50

/** One parameter of the list's address: as long as the longest filter takes. */
const parameter = line(2_000).optional()

/** How a list is shown, as its address says it: search, state, filters, sort, columns. A link carries the same. */
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

/** What is saved of a view. */
export const viewDraft = z.strictObject({ name: text(60), list: z.enum(deviceLists), params: viewParams })
export type ViewDraft = z.infer<typeof viewDraft>

/** A list as a person keeps it under a name; nobody else sees it. */
export const view = z.object({
  id,
  name: z.string(),
  list: z.enum(deviceLists),
  params: viewParams,
  version: count,
})
export type View = z.infer<typeof view>
