import { and, count, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../../kernel/transaction.ts'
import { fileTable } from '../files/files.schema.ts'
import { attachmentTable } from './attachments.schema.ts'

export type AttachmentRow = typeof attachmentTable.$inferSelect

/** Files of this type show their first page. */
export const pdfType = 'application/pdf'

/** Owner kinds of the files of attachments, and of their previews. */
export const ownerKinds = { attachment: 'attachment', lampPhoto: 'lampphoto', preview: 'preview' } as const

/** A lamp as its photos identify it: by the serial, like its notes. */
export type PhotoLamp = { centralUnitId: string; serial: string }

/** States in which a file is or becomes an attachment. */
const countedStates = ['storing', 'stored', 'missing', 'damaged']

/** Number of attached files of a plant, including those being stored. */
export const countAttachments = async (tx: Tx, plantId: string): Promise<number> => {
  const [row] = await tx
    .select({ files: count() })
    .from(fileTable)
    .where(
      and(
        eq(fileTable.plantId, plantId),
        eq(fileTable.ownerKind, ownerKinds.attachment),
        inArray(fileTable.state, countedStates),
      ),
    )
  return row?.files ?? 0
}

export const insertAttachment = async (tx: Tx, row: AttachmentRow): Promise<void> => {
  await tx.insert(attachmentTable).values(row)
}

const preview = alias(fileTable, 'preview')

/** Condition for attachments of a lamp, or of the plant itself. */
const belongsTo = (lamp: PhotoLamp | null) =>
  lamp === null
    ? isNull(attachmentTable.centralUnitId)
    : and(eq(attachmentTable.centralUnitId, lamp.centralUnitId), eq(attachmentTable.serial, lamp.serial))

/** Files of a plant, or photos of a lamp, each with the file of its preview if there is one; newest first. */
export const listAttachments = (tx: Tx, plantId: string, lamp: PhotoLamp | null = null) =>
  tx
    .select({ attachment: attachmentTable, file: fileTable, preview })
    .from(attachmentTable)
    .innerJoin(fileTable, eq(fileTable.id, attachmentTable.fileId))
    .leftJoin(preview, eq(preview.id, attachmentTable.previewId))
    .where(and(eq(attachmentTable.plantId, plantId), belongsTo(lamp)))
    .orderBy(desc(fileTable.createdAt), desc(fileTable.id))
export type ListedAttachment = Awaited<ReturnType<typeof listAttachments>>[number]

export const findAttachment = async (tx: Tx, plantId: string, fileId: string): Promise<AttachmentRow | undefined> => {
  const [row] = await tx
    .select()
    .from(attachmentTable)
    .where(and(eq(attachmentTable.plantId, plantId), eq(attachmentTable.fileId, fileId)))
  return row
}

/** Deletes an attachment; undefined if it does not exist or was deleted concurrently. */
export const deleteAttachment = async (
  tx: Tx,
  { plantId, fileId, isOfLamp }: { plantId: string; fileId: string; isOfLamp: boolean },
): Promise<AttachmentRow | undefined> => {
  const unit = attachmentTable.centralUnitId
  const isKind = isOfLamp ? isNotNull(unit) : isNull(unit)
  const [row] = await tx
    .delete(attachmentTable)
    .where(and(eq(attachmentTable.plantId, plantId), eq(attachmentTable.fileId, fileId), isKind))
    .returning()
  return row
}

export const moveLampPhotos = async (tx: Tx, fromUnitId: string, toUnitId: string): Promise<void> => {
  await tx.update(attachmentTable).set({ centralUnitId: toUnitId }).where(eq(attachmentTable.centralUnitId, fromUnitId))
}

/** Moves photos of replaced lamps to their replacements: photos show the place more than the lamp. */
export const moveLampPhotosToSuccessors = async (
  tx: Tx,
  centralUnitId: string,
  replacedSerials: readonly { old: string; new: string }[],
): Promise<void> => {
  await tx.execute(sql`
    update attachment set serial = pair.new
    from unnest(${sql.param(replacedSerials.map((one) => one.old))}::text[], ${sql.param(replacedSerials.map((one) => one.new))}::text[])
      as pair (old, new)
    where attachment.central_unit_id = ${centralUnitId} and attachment.serial = pair.old`)
}

/** Records the outcome of a pending preview; false if none is pending. */
export const savePreviewOutcome = async (
  tx: Tx,
  fileId: string,
  previewFields: Pick<AttachmentRow, 'previewState' | 'previewId'>,
): Promise<boolean> => {
  const rows = await tx
    .update(attachmentTable)
    .set(previewFields)
    .where(and(eq(attachmentTable.fileId, fileId), eq(attachmentTable.previewState, 'pending')))
    .returning({ fileId: attachmentTable.fileId })
  return rows.length > 0
}
