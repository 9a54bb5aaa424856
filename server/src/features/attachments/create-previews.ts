import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { BackgroundParts } from '../../kernel/background.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { refusable, type Work } from '../../kernel/work.ts'
import { type FileRow, findFile, storeFile } from '../files/index.ts'
import { ownerKinds, pdfType, savePreviewOutcome } from './attachments.store.ts'

type PreviewWorkerParts = Pick<BackgroundParts, 'ports' | 'pictures' | 'drawings' | 'inTransaction' | 'db'>

/** Longer side of a preview in pixels. */
const previewSide = 480

/** A removed attachment needs no preview. */
const ignoreRemoved = (error: unknown): void => {
  if (!(error instanceof Refusal && error.code === 'FILE_NOT_FOUND')) throw error
}

/** Creates previews one at a time: each uses a core for a moment, and nobody waits for it. */
export const previewWorker = async ({
  ports,
  pictures,
  drawings,
  inTransaction,
  db,
}: PreviewWorkerParts): Promise<void> => {
  const { files, clock, jobs, settings } = ports
  const storeParts = { files, inTransaction, quotaMb: settings.filesQuotaMb }

  /** Runs in the transaction with the preview's storage; refuses if the attachment is gone. */
  const savePreviewState = async (
    work: Work<'FILE_NOT_FOUND'>,
    file: FileRow,
    previewId: string | null,
  ): Promise<void> => {
    const { id: fileId, plantId } = file
    const previewFields = { previewState: previewId ? 'ready' : 'none', previewId }
    if (!(await savePreviewOutcome(work.tx, fileId, previewFields))) return work.fail('FILE_NOT_FOUND')
    work.broadcast({ plant: plantId }, 'attachments', { plant_id: plantId, fileId })
  }

  const savePreview = async (file: FileRow, picture: Uint8Array, signal: AbortSignal): Promise<void> => {
    const { plantId, createdBy } = file
    const pictureFields = {
      ownerKind: ownerKinds.preview,
      name: 'preview.webp',
      types: ['image/webp'],
      bytes: picture.length,
    }
    const fileFields = { ...pictureFields, plantId, createdBy, at: clock.now(), expiresAt: null }
    await storeFile(storeParts, fileFields, Readable.from([picture]), signal, {
      keep: async (work, row) => {
        await savePreviewState(refusable(work), file, row.id)
        return row
      },
    })
  }

  const recordNoPreview = async (file: FileRow): Promise<void> =>
    inTransaction((work) => savePreviewState(refusable(work), file, null))

  /** Shows the first page of a PDF, rendered like a drawing. */
  const pictureOf = async ({ type }: FileRow, content: Buffer, signal: AbortSignal): Promise<Uint8Array | null> => {
    if (type !== pdfType) return pictures.preview(content, { as: 'webp', longestSide: previewSide }, signal)
    const cover = await drawings.cover(content, signal)
    return typeof cover === 'string' ? null : cover
  }

  const createPreview = async (file: FileRow, signal: AbortSignal): Promise<void> => {
    const content = await files.get(file.id)
    const picture = content && (await pictureOf(file, await buffer(content), signal))
    if (!picture) return recordNoPreview(file)
    try {
      await savePreview(file, picture, signal)
    } catch (error) {
      // A plant without free quota keeps the file without a preview; an unavailable storage is retried.
      if (!(error instanceof Refusal && error.code === 'FILE_QUOTA_EXCEEDED')) throw error
      await recordNoPreview(file)
    }
  }

  await jobs.work(
    'attachment.preview',
    async ({ data: { fileId }, signal }) => {
      const file = await findFile(db, fileId)
      if (file?.state === 'stored') await createPreview(file, signal).catch(ignoreRemoved)
    },
    { concurrency: 1 },
  )
}
