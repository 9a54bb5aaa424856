import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { auditTable } from './audit.schema.ts'
import type { AuditRecord } from './audit-notes.ts'
import type { Caller, CallerToken } from './caller.ts'
import type { PersonEraser } from './pseudonymize-person.store.ts'
import type { Tx } from './transaction.ts'

/** The responsible person, if the work has no caller. */
export type AuditedPerson = { kind: 'user'; userId: string; name: string }

export type AuditLine = {
  at: Date
  caller: Caller | AuditedPerson
  plantId: string | null
  action: string
  result: string
  requestId: string
  /** The name claimed by an anonymous caller. */
  name?: string
  notes?: AuditRecord | undefined
}

/**
 * Adds one row. Stores only fields recorded by a handler, never payloads, so no password or code can reach the audit.
 */
export const writeAudit = (tx: Tx, line: AuditLine): Promise<void> => writeAuditLines(tx, [line])

const tokenOf = (caller: AuditLine['caller']): CallerToken | null => ('token' in caller ? caller.token : null)

const rowOf = ({ at, caller, plantId, action, result, requestId, name, notes }: AuditLine) => ({
  at,
  action,
  result,
  requestId,
  userId: caller.kind === 'user' ? caller.userId : null,
  userName: caller.kind === 'user' ? caller.name : (name ?? ''),
  tokenId: tokenOf(caller)?.id ?? null,
  tokenName: tokenOf(caller)?.name ?? null,
  plantId: plantId ?? notes?.plantId ?? null,
  things: notes && notes.targets.length > 0 ? [...notes.targets] : null,
  moreThings: notes?.moreTargets ?? 0,
  changes: notes && notes.changes.length > 0 ? [...notes.changes] : null,
})

/** Rows per statement, because a statement has a limited number of parameters. */
const linesPerStatement = 1_000

/** Adds many rows, for example for the generated past of the demo. */
export const writeAuditLines = async (tx: Tx, lines: readonly AuditLine[]): Promise<void> => {
  for (let start = 0; start < lines.length; start += linesPerStatement)
    await tx.insert(auditTable).values(lines.slice(start, start + linesPerStatement).map(rowOf))
}

/**
 * Replaces the name of an erased person in the audit with the pseudonym; the rows stay. This is the only change ever
 * made to a row, and the law requires it: Regulation (EU) 2016/679, article 17.
 */
export const eraseFromAudit: PersonEraser = async (tx, { userId, email, pseudonym }) => {
  await tx
    .update(auditTable)
    .set({ userName: pseudonym, tokenName: sql`case when token_id is not null then ${pseudonym} end` })
    .where(
      or(
        eq(auditTable.userId, userId),
        and(isNull(auditTable.plantId), isNull(auditTable.userId), eq(auditTable.userName, email)),
      ),
    )
  await tx.execute(sql`
    update ${auditTable} set things = (
      select jsonb_agg(case when thing ->> 'id' = ${userId} or thing ->> 'name' = ${email}
          or (thing ->> 'kind' = 'accessToken' and ${auditTable.userId} = ${userId})
        then jsonb_set(thing, '{name}', to_jsonb(${pseudonym}::text)) else thing end order by place)
      from jsonb_array_elements(${auditTable.things}) with ordinality as all_things (thing, place))
    where ${auditTable.things} @> ${JSON.stringify([{ kind: 'person', id: userId }])}::jsonb
      or ${auditTable.things} @> ${JSON.stringify([{ name: email }])}::jsonb
      or (${auditTable.userId} = ${userId} and ${auditTable.things} @> ${JSON.stringify([{ kind: 'accessToken' }])}::jsonb)`)
}
