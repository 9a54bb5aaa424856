import { type auditActions, maxScannedRows } from '@vigilux/contract/features/audit/audit.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findUser } from '../accounts/index.ts'
import { countVisits, listVisits } from './access-log.store.ts'
import { countAccountAudit, countAudit, findAuditSearchBound, listAccountAudit, listAudit } from './audit.store.ts'
import { countSecurityEvents, findEventSearchBound, listSecurityEvents } from './security-events.store.ts'

const accountPageRows = 25

const accountAudit = async (tx: Tx, account: { userId: string; email: string }, page: number) => {
  const span = { offset: (page - 1) * accountPageRows, limit: accountPageRows }
  return { entries: await listAccountAudit(tx, account, span), total: await countAccountAudit(tx, account) }
}

export const auditHandlers: HandlersOf<typeof auditActions> = {
  getSecurityEvents: async ({ work, input }) => {
    const span = { offset: (input.page - 1) * input.pageSize, limit: input.pageSize }
    const notSince = await findEventSearchBound(work.tx, maxScannedRows)
    const filter = { ...input, notSince }
    return {
      events: await listSecurityEvents(work.tx, filter, span),
      total: await countSecurityEvents(work.tx, filter),
      notSince: notSince?.toISOString() ?? null,
    }
  },
  getOwnAudit: async ({ work, input, caller }) => accountAudit(work.tx, caller, input.page),
  getUserAudit: async ({ work, input }) => {
    const user = (await findUser(work.tx, input.userId)) ?? work.fail('UserNotFoundException')
    return accountAudit(work.tx, { userId: user.userid, email: user.email }, input.page)
  },
  getAccessLog: async ({ work, input }) => {
    const span = { offset: (input.page - 1) * input.pageSize, limit: input.pageSize }
    return { visits: await listVisits(work.tx, input, span), total: await countVisits(work.tx, input) }
  },
  getAudit: async ({ work, input }) => {
    const span = { offset: (input.page - 1) * input.pageSize, limit: input.pageSize }
    const notSince = await findAuditSearchBound(work.tx, input, maxScannedRows)
    const filter = { ...input, notSince }
    return {
      entries: await listAudit(work.tx, filter, span),
      total: await countAudit(work.tx, filter),
      notSince: notSince?.toISOString() ?? null,
    }
  },
}
