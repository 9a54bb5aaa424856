import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { id, instant, line, page, plantId } from '../../kernel/primitives.ts'

/** Who did what, when, with which result. Never holds a password or a code. */
export const auditEntry = z.object({
  id,
  at: instant,
  userid: id.nullable(),
  name: z.string(),
  action: z.string(),
  result: z.string(),
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const auditActions = defineActions({
  /** The audit of a plant, newest first. */
  getAudit: {
    permission: 'audit.view',
    input: z.strictObject({
      plantId,
      page,
      pageSize: z.int().min(1).max(1000).default(25),
      /** Only entries of the action of this name; the word `action` itself names what is called. */
      ofAction: line(60).optional(),
      search: line(80).default(''),
    }),
    output: z.object({ entries: z.array(auditEntry), total: z.int() }),
    errors: [],
    effect: 'read',
  },
})
