import { checklistItems, type HandoverDraft, type Installed } from '@vigilux/contract/features/handover/handover.ts'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import {
  handoverAnswerTable,
  handoverMeasurementTable,
  handoverSignatureTable,
  handoverTable,
} from './handover.schema.ts'

export type HandoverRow = typeof handoverTable.$inferSelect
export type SignatureRow = typeof handoverSignatureTable.$inferSelect
/** Columns for lists: without the installation, which may be long. */
export type HandoverHead = Omit<HandoverRow, 'installed' | 'remarks'>

const headColumns = {
  id: handoverTable.id,
  plantId: handoverTable.plantId,
  no: handoverTable.no,
  kind: handoverTable.kind,
  version: handoverTable.version,
  begunAt: handoverTable.begunAt,
  begunByName: handoverTable.begunByName,
  signedAt: handoverTable.signedAt,
}

export const listHandovers = (tx: Tx, plantId: string, limit: number): Promise<HandoverHead[]> =>
  tx
    .select(headColumns)
    .from(handoverTable)
    .where(eq(handoverTable.plantId, plantId))
    .orderBy(desc(handoverTable.no))
    .limit(limit)

export const findHandover = async (tx: Tx, plantId: string, id: string): Promise<HandoverRow | undefined> => {
  const [row] = await tx
    .select()
    .from(handoverTable)
    .where(and(eq(handoverTable.plantId, plantId), eq(handoverTable.id, id)))
  return row
}

/** The verification without signatures of both sides. */
export const findOpen = async (tx: Tx, plantId: string): Promise<{ id: string; no: number } | undefined> => {
  const { id, no, signedAt } = handoverTable
  const [row] = await tx
    .select({ id, no })
    .from(handoverTable)
    .where(and(eq(handoverTable.plantId, plantId), isNull(signedAt)))
  return row
}

export const insertHandover = async (
  tx: Tx,
  row: Pick<HandoverRow, 'id' | 'plantId' | 'kind' | 'begunAt' | 'begunByName'>,
): Promise<number> => {
  const next = sql<number>`(select coalesce(max(no), 0) + 1 from ${handoverTable} where plant_id = ${row.plantId})`
  const [inserted] = await tx
    .insert(handoverTable)
    .values({ ...row, no: next })
    .returning({ no: handoverTable.no })
  if (!inserted) throw new Error('a verification that was inserted is not there')
  return inserted.no
}

/** The signatures of these, the installer's first. */
export const listSignatures = async (tx: Tx, ids: readonly string[]): Promise<SignatureRow[]> =>
  ids.length === 0
    ? []
    : tx
        .select()
        .from(handoverSignatureTable)
        .where(inArray(handoverSignatureTable.handoverId, [...ids]))
        .orderBy(asc(handoverSignatureTable.side))

/** The entered data, with the light measurements in the order of entry. */
export const readDraft = async (
  tx: Tx,
  { id, remarks }: Pick<HandoverRow, 'id' | 'remarks'>,
): Promise<HandoverDraft> => {
  const { item, answer, note } = handoverAnswerTable
  const { point, lux, requiredLux, instrument, on: measuredOn, position } = handoverMeasurementTable
  const answers = await tx
    .select({ item, answer, note })
    .from(handoverAnswerTable)
    .where(eq(handoverAnswerTable.handoverId, id))
  const measurements = await tx
    .select({ point, lux, requiredLux, instrument, on: measuredOn })
    .from(handoverMeasurementTable)
    .where(eq(handoverMeasurementTable.handoverId, id))
    .orderBy(asc(position))
  const byItem = Object.fromEntries(answers.map(({ item: itemId, ...itemAnswer }) => [itemId, itemAnswer]))
  return { answers: byItem, measurements, remarks }
}

/** Saves if the version is unchanged and nobody has signed; undefined after a concurrent save. */
export const saveDraftIfVersion = async (
  tx: Tx,
  { id, version }: Pick<HandoverRow, 'id' | 'version'>,
  { answers, measurements, remarks }: HandoverDraft,
): Promise<number | undefined> => {
  const [row] = await tx
    .update(handoverTable)
    .set({ remarks, version: sql`${handoverTable.version} + 1` })
    .where(and(eq(handoverTable.id, id), eq(handoverTable.version, version), isNull(handoverTable.installed)))
    .returning({ version: handoverTable.version })
  if (!row) return undefined
  const ref = { handoverId: id }
  await tx.delete(handoverAnswerTable).where(eq(handoverAnswerTable.handoverId, id))
  await tx.delete(handoverMeasurementTable).where(eq(handoverMeasurementTable.handoverId, id))
  const answerRows = checklistItems.flatMap((item) => {
    const answer = answers[item]
    return answer ? [{ ...ref, item, ...answer }] : []
  })
  if (answerRows.length > 0) await tx.insert(handoverAnswerTable).values(answerRows)
  if (measurements.length > 0)
    await tx
      .insert(handoverMeasurementTable)
      .values(measurements.map((one, position) => ({ ...ref, position, ...one })))
  return row.version
}

export const insertSignature = async (tx: Tx, row: SignatureRow): Promise<void> => {
  await tx.insert(handoverSignatureTable).values(row)
}

/** Freezes the installation with the first signature. */
export const freezeHandover = async (tx: Tx, id: string, installed: Installed): Promise<void> => {
  await tx
    .update(handoverTable)
    .set({ installed })
    .where(and(eq(handoverTable.id, id), isNull(handoverTable.signedAt)))
}

/** Closes the verification with the second signature: nothing is changed afterwards. */
export const closeHandover = async (tx: Tx, id: string, signedAt: Date): Promise<void> => {
  await tx
    .update(handoverTable)
    .set({ signedAt })
    .where(and(eq(handoverTable.id, id), isNull(handoverTable.signedAt)))
}

/** Deletes the single signature, and the installation frozen with it. */
export const thawHandover = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(handoverSignatureTable).where(eq(handoverSignatureTable.handoverId, id))
  await tx
    .update(handoverTable)
    .set({ installed: null, version: sql`${handoverTable.version} + 1` })
    .where(and(eq(handoverTable.id, id), isNull(handoverTable.signedAt)))
}

export const deleteHandover = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(handoverTable).where(and(eq(handoverTable.id, id), isNull(handoverTable.installed)))
}
