import type { auditActions } from '@vigilux/contract/features/audit/audit.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { countAudit, countSecurityEvents, listAudit, listSecurityEvents } from './audit.store.ts'

const eventPageRows = 100

export const auditHandlers: HandlersOf<typeof auditActions> = {
  getSecurityEvents: async ({ input, tx }) => {
    const span = { offset: (input.page - 1) * eventPageRows, limit: eventPageRows }
    return { events: await listSecurityEvents(tx, span), total: await countSecurityEvents(tx) }
  },
  getAudit: async ({ input, tx }) => {
    const span = { offset: (input.page - 1) * input.pageSize, limit: input.pageSize }
    return { entries: await listAudit(tx, input, span), total: await countAudit(tx, input) }
  },
}
