import type { UnitCredentials } from '@vigilux/device-plane/credentials.ts'
import { and, eq, gt, isNotNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { unitLinkTable } from '../../tables/central-units.schema.ts'

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

/** In one statement, so that two at once are one after the other. A unit that never connected has no row yet. */
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

/** From now on what the unit logs in with is worth nothing. */
export const revokeCredentials = async (tx: Tx, unit: string, now: Date): Promise<void> => {
  await change(tx, { unit, now }, { revokedAt: now, addedGenerations: 0 })
}

/** Gives the unit credentials of the next generation; those before stay worthless. Returns the generation. */
export const renewCredentials = (tx: Tx, unit: string, now: Date): Promise<number> =>
  change(tx, { unit, now }, { revokedAt: null, addedGenerations: 1 })

/** Units whose credentials the operator changed since this was last asked, by whichever node: each once. */
export const claimChangedCredentials = async (tx: Tx): Promise<string[]> => {
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
