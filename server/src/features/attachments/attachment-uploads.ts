import { attachmentLimits } from '@vigilux/contract/features/attachments/attachment.ts'
import { uniqueFileName } from '@vigilux/contract/features/files/file.rules.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { pictureTypes, type UploadKind, updateFile } from '../files/index.ts'
import { countAttachments, insertAttachment, listAttachments, type PhotoLamp, pdfType } from './attachments.store.ts'
import { findSamePhoto, lampWithRoom, photoDetail } from './lamp-photos.ts'

/** Refuses if the plant has the maximum of attachments. */
export const checkAttachmentLimit = async (work: Work<'ATTACHMENT_LIMIT'>, plantId: string): Promise<void> => {
  const limit = attachmentLimits.files
  if ((await countAttachments(work.tx, plantId)) >= limit) work.fail('ATTACHMENT_LIMIT', { limit })
}

type StoreUpload = UploadKind['store']

/** Category of a file, and the lamp of a photo. */
export type AttachmentPurpose = { category: string; lamp: PhotoLamp | null }

/** Makes an uploaded file an attachment of the plant or of a lamp, and requests its preview. */
export const saveAttachment = async (
  { work, caller }: WriteContext,
  file: Parameters<StoreUpload>[1],
  { category, lamp }: AttachmentPurpose,
): ReturnType<StoreUpload> => {
  const { id: fileId, plantId } = file
  const takenNames = (await listAttachments(work.tx, plantId, lamp)).map((one) => one.file.name)
  const renamedFile = (await updateFile(work.tx, fileId, { name: uniqueFileName(file.name, takenNames) })) ?? file
  const hasPreview = pictureTypes.includes(file.type) || file.type === pdfType
  const previewState = hasPreview ? 'pending' : 'none'
  const lampKey = { centralUnitId: lamp?.centralUnitId ?? null, serial: lamp?.serial ?? null }
  await insertAttachment(work.tx, {
    fileId,
    plantId,
    ...lampKey,
    category,
    addedBy: caller.name,
    previewState,
    previewId: null,
  })
  if (hasPreview) await work.ports.jobs.enqueue(work.tx, 'attachment.preview', { plantId, fileId })
  const line = {
    at: work.now,
    caller,
    plantId,
    action: 'attachmentStored',
    result: 'ok',
    requestId: fileId,
  }
  const targets = [{ kind: 'file' as const, id: fileId, name: renamedFile.name }]
  await writeAudit(work.tx, { ...line, notes: { plantId, targets, moreTargets: 0, changes: [] } })
  work.broadcast({ plant: plantId }, 'attachments', { plant_id: plantId, fileId })
  return renamedFile
}

/** Files of any type attached to a plant, served only as downloads; and photos of its lamps. */
export const attachmentUploads: {
  attachment: UploadKind<'ATTACHMENT_LIMIT'>
  lampphoto: UploadKind<'LAMP_NOT_FOUND' | 'LAMP_PHOTO_LIMIT'>
} = {
  attachment: {
    permission: 'plant.administer',
    types: null,
    checkLimit: checkAttachmentLimit,
    store: (context, file) => saveAttachment(context, file, { category: context.leave.detail, lamp: null }),
  },
  lampphoto: {
    permission: 'plant.operate',
    types: pictureTypes,
    // The limit per lamp is checked when the file has arrived, under the plant's lock.
    checkLimit: async () => undefined,
    async store(context, file) {
      const { work, leave: grant } = context
      const place = { plantId: file.plantId, ...photoDetail.read(grant.detail) }
      const samePhoto = await findSamePhoto(work, place, file.sha256)
      if (samePhoto) {
        // A repeated upload after a lost answer: the next sweep of the storage deletes its content.
        await updateFile(work.tx, file.id, { state: 'removed' })
        return samePhoto
      }
      const lamp = await lampWithRoom(work, place)
      return saveAttachment(context, file, { category: 'photo', lamp })
    },
  },
}
