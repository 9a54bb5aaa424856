import type { UnitCredentials } from '@vigilux/device-plane/credentials.ts'
import { and, eq, gt, isNotNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { unitLinkTable } from '../../tables/central-units.schema.ts'

const columns = {
  unit: unitLinkTable.unit,
  generation: unitLinkTable.credentialGeneration,
  revokedAt: unitLinkTable.credentialsRevokedAt,
}

/** Units with revoked or renewed credentials. */
export const listCredentials = async (tx: Tx): Promise<UnitCredentials[]> => {
  const rows = await tx
    .select(columns)
    .from(unitLinkTable)
    .where(or(gt(columns.generation, 0), isNotNull(columns.revokedAt)))
    .orderBy(columns.unit)
  return rows.map(({ unit, generation, revokedAt }) => ({ unit, generation, isRevoked: revokedAt !== null }))
}

/** One statement serializes concurrent changes. A never connected unit has no row yet. */
const change = async (
  tx: Tx,
  { unit, now }: { unit: string; now: Date },
  to: { revokedAt: Date | null; addedGenerations: 0 | 1 },
): Promise<number> => {
  const { revokedAt: credentialsRevokedAt, addedGenerations } = to
  const changed = { credentialsRevokedAt, credentialsChanged: true }
  const [row] = await tx
    .insert(unitLinkTable)
    .values({
      unit,
      online: false,
      boot: 0,
      since: now,
      lastSeen: now,
      ...changed,
      credentialGeneration: addedGenerations,
    })
    .onConflictDoUpdate({
      target: unitLinkTable.unit,
      set: { ...changed, credentialGeneration: sql`${unitLinkTable.credentialGeneration} + ${addedGenerations}` },
    })
    .returning(columns)
  return row?.generation ?? 0
}

export const revokeCredentials = async (tx: Tx, unit: string, now: Date): Promise<void> => {
  await change(tx, { unit, now }, { revokedAt: now, addedGenerations: 0 })
}

/** Gives the unit credentials of the next generation; earlier ones stay invalid. Returns the generation. */
export const renewCredentials = (tx: Tx, unit: string, now: Date): Promise<number> =>
  change(tx, { unit, now }, { revokedAt: null, addedGenerations: 1 })

/** Units whose credentials the operator changed since the last call on any node: each once. */
export const claimChangedCredentials = async (tx: Tx): Promise<string[]> => {
  const rows = await tx
    .update(unitLinkTable)
    .set({ credentialsChanged: false })
    .where(eq(unitLinkTable.credentialsChanged, true))
    .returning({ unit: unitLinkTable.unit })
  return rows.map(({ unit }) => unit)
}

/** Marks units with revoked credentials as disconnected. */
export const disconnectRevoked = async (tx: Tx, now: Date): Promise<void> => {
  await tx
    .update(unitLinkTable)
    .set({ online: false, since: now })
    .where(and(isNotNull(unitLinkTable.credentialsRevokedAt), eq(unitLinkTable.online, true)))
}
