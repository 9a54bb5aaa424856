import type { UnitCredentials } from '@vigilux/device-plane/credentials.ts'
import { and, eq, gt, isNotNull, or } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { unitLinkTable } from './central-units.schema.ts'

const columns = {
  unit: unitLinkTable.unit,
  generation: unitLinkTable.credentialGeneration,
  revokedAt: unitLinkTable.credentialsRevokedAt,
}

/** Units whose credentials are not those that they were made with. */
export const listCredentials = async (tx: Tx): Promise<UnitCredentials[]> => {
  const rows = await tx
    .select(columns)
    .from(unitLinkTable)
    .where(or(gt(columns.generation, 0), isNotNull(columns.revokedAt)))
    .orderBy(columns.unit)
  return rows.map(({ unit, generation, revokedAt }) => ({ unit, generation, isRevoked: revokedAt !== null }))
}

/** A unit that never connected has no row yet. */
const change = async (
  tx: Tx,
  { unit, ...to }: { unit: string; credentialsRevokedAt: Date | null; credentialGeneration?: number },
  now: Date,
): Promise<void> => {
  const changed = { ...to, credentialsChanged: true }
  await tx
    .insert(unitLinkTable)
    .values({ unit, online: false, boot: 0, since: now, lastSeen: now, ...changed })
    .onConflictDoUpdate({ target: unitLinkTable.unit, set: changed })
}

/** From now on what the unit logs in with is worth nothing. */
export const revokeCredentials = (tx: Tx, unit: string, now: Date): Promise<void> =>
  change(tx, { unit, credentialsRevokedAt: now }, now)

/** Gives the unit credentials of the next generation; those before stay worthless. Returns the generation. */
export const renewCredentials = async (tx: Tx, unit: string, now: Date): Promise<number> => {
  const [row] = await tx.select(columns).from(unitLinkTable).where(eq(unitLinkTable.unit, unit)).for('update')
  const credentialGeneration = (row?.generation ?? 0) + 1
  await change(tx, { unit, credentialsRevokedAt: null, credentialGeneration }, now)
  return credentialGeneration
}

/** Units whose credentials the operator changed since this was last asked, by whichever node: each once. */
export const takeChanged = async (tx: Tx): Promise<string[]> => {
  const rows = await tx
    .update(unitLinkTable)
    .set({ credentialsChanged: false })
    .where(eq(unitLinkTable.credentialsChanged, true))
    .returning({ unit: unitLinkTable.unit })
  return rows.map(({ unit }) => unit)
}

/** Takes units as disconnected whose credentials are worth nothing. */
export const disconnectRevoked = async (tx: Tx, now: Date): Promise<void> => {
  await tx
    .update(unitLinkTable)
    .set({ online: false, since: now })
    .where(and(isNotNull(unitLinkTable.credentialsRevokedAt), eq(unitLinkTable.online, true)))
}
