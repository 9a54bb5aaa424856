import { auditTable } from './audit.schema.ts'
import type { AuditNotes } from './audit-notes.ts'
import type { Caller } from './caller.ts'
import type { Tx } from './transaction.ts'

/** Who did it, where nobody has called. */
export type AuditedPerson = { kind: 'user'; userId: string; name: string }

export type AuditLine = {
  at: Date
  caller: Caller | AuditedPerson
  plantId: string | null
  action: string
  result: string
  requestId: string
  /** Whom an anonymous caller claimed to be. */
  name?: string
  notes?: AuditNotes | undefined
}

/** Adds one line. Payloads are never kept but what a handler notes, field by field, so no password or code can stand in the audit. */
export const writeAudit = (tx: Tx, line: AuditLine): Promise<void> => writeAuditLines(tx, [line])

const rowOf = ({ at, caller, plantId, action, result, requestId, name, notes }: AuditLine) => ({
  ...{ at, action, result, requestId },
  userId: caller.kind === 'user' ? caller.userId : null,
  userName: caller.kind === 'user' ? caller.name : (name ?? ''),
  plantId: plantId ?? notes?.plantId ?? null,
  things: notes && notes.things.length > 0 ? notes.things : null,
  moreThings: notes?.moreThings ?? 0,
  changes: notes && notes.changes.length > 0 ? notes.changes : null,
})

/** So many lines in one statement, which has a limited number of parameters. */
const linesAtOnce = 1_000

/** Adds many lines, as of a past that is made up. */
export const writeAuditLines = async (tx: Tx, lines: readonly AuditLine[]): Promise<void> => {
  for (let start = 0; start < lines.length; start += linesAtOnce)
    await tx.insert(auditTable).values(lines.slice(start, start + linesAtOnce).map(rowOf))
}
