import { z } from 'zod'
import { id, instant, language } from '../../kernel/primitives.ts'

/** A PDF being made or ready to fetch. */
export const report = z.object({
  id,
  testId: id,
  language,
  state: z.enum(['queued', 'running', 'ready', 'failed']),
  /** Path to fetch it from while it is ready. */
  url: z.string().nullable(),
  bytes: z.int().nullable(),
  requestedAt: instant,
})
export type Report = z.infer<typeof report>
