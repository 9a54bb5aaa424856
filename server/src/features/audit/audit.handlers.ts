import type { auditActions } from '@vigilux/contract/features/audit/audit.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { countAudit, listAudit } from './audit.store.ts'

export const auditHandlers: HandlersOf<typeof auditActions> = {
  getAudit: async ({ input, tx }) => {
    const span = { offset: (input.page - 1) * input.pageSize, limit: input.pageSize }
    return { entries: await listAudit(tx, input, span), total: await countAudit(tx, input) }
  },
}
