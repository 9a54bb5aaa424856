import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { auditTable } from './audit.schema.ts'
import type { AuditRecord } from './audit-notes.ts'
import type { Caller } from './caller.ts'
import type { PersonEraser } from './pseudonymize-person.store.ts'
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
  notes?: AuditRecord | undefined
}

/** Adds one line. Payloads are never kept but what a handler notes, field by field, so no password or code can stand in the audit. */
export const writeAudit = (tx: Tx, line: AuditLine): Promise<void> => writeAuditLines(tx, [line])

const rowOf = ({ at, caller, plantId, action, result, requestId, name, notes }: AuditLine) => ({
  at,
  action,
  result,
  requestId,
  userId: caller.kind === 'user' ? caller.userId : null,
  userName: caller.kind === 'user' ? caller.name : (name ?? ''),
  plantId: plantId ?? notes?.plantId ?? null,
  things: notes && notes.targets.length > 0 ? [...notes.targets] : null,
  moreThings: notes?.moreTargets ?? 0,
  changes: notes && notes.changes.length > 0 ? [...notes.changes] : null,
})

/** So many lines in one statement, which has a limited number of parameters. */
const linesPerStatement = 1_000

/** Adds many lines, as of a past that is made up. */
export const writeAuditLines = async (tx: Tx, lines: readonly AuditLine[]): Promise<void> => {
  for (let start = 0; start < lines.length; start += linesPerStatement)
    await tx.insert(auditTable).values(lines.slice(start, start + linesPerStatement).map(rowOf))
}

/**
 * Puts a pseudonym where the audit names a person who is erased: the lines, who did them and what they say stay. It is the one change
 * that is ever made to a line, and the law asks for it: Regulation (EU) 2016/679, article 17.
 */
export const eraseFromAudit: PersonEraser = async (tx, { userId, email, pseudonym }) => {
  await tx
    .update(auditTable)
    .set({ userName: pseudonym })
    .where(
      or(
        eq(auditTable.userId, userId),
        and(isNull(auditTable.plantId), isNull(auditTable.userId), eq(auditTable.userName, email)),
      ),
    )
  await tx.execute(sql`
    update ${auditTable} set things = (
      select jsonb_agg(case when thing ->> 'id' = ${userId} or thing ->> 'name' = ${email}
        then jsonb_set(thing, '{name}', to_jsonb(${pseudonym}::text)) else thing end order by place)
      from jsonb_array_elements(${auditTable.things}) with ordinality as all_things (thing, place))
    where ${auditTable.things} @> ${JSON.stringify([{ kind: 'person', id: userId }])}::jsonb
      or ${auditTable.things} @> ${JSON.stringify([{ name: email }])}::jsonb`)
}
