import { auditTable } from './audit.schema.ts'
import type { Caller } from './caller.ts'
import type { Tx } from './transaction.ts'

export type AuditLine = {
  at: Date
  caller: Caller
  plantId: string | null
  action: string
  result: string
  requestId: string
  /** Whom an anonymous caller claimed to be. */
  name?: string
}

/** Adds one line. Payloads are never kept, so no password or code can stand in the audit. */
export const writeAudit = async (tx: Tx, line: AuditLine): Promise<void> => {
  await tx.insert(auditTable).values({
    at: line.at,
    userId: line.caller.kind === 'user' ? line.caller.userId : null,
    userName: line.caller.kind === 'user' ? line.caller.name : (line.name ?? ''),
    plantId: line.plantId,
    action: line.action,
    result: line.result,
    requestId: line.requestId,
  })
}
