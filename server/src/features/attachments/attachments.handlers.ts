import {
  type Attachment,
  attachmentCategory,
  needsPhotoNotice,
  previewStates,
} from '@vigilux/contract/features/attachments/attachment.ts'
import type { attachmentActions } from '@vigilux/contract/features/attachments/attachments.actions.ts'
import { z } from 'zod'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import {
  checkFileQuota,
  checkPhotoNotice,
  createFileLink,
  findFile,
  isAvailable,
  type LinkParts,
  updateFile,
} from '../files/index.ts'
import { checkAttachmentLimit } from './attachment-uploads.ts'
import {
  deleteAttachment,
  findAttachment,
  type ListedAttachment,
  listAttachments,
  ownerKinds,
} from './attachments.store.ts'
import { findPhotoLamp, lampWithRoom, photoDetail } from './lamp-photos.ts'

const previewState = z.enum(previewStates)

const toAttachment = ({ attachment, file, preview }: ListedAttachment, links: LinkParts): Attachment => ({
  id: file.id,
  name: file.name,
  type: file.type,
  bytes: file.bytes,
  category: attachmentCategory.parse(attachment.category),
  addedAt: file.createdAt.toISOString(),
  addedBy: attachment.addedBy,
  previewState: previewState.parse(attachment.previewState),
  preview: preview && createFileLink(preview, links),
})

/** Removes an attachment; the next sweep of the storage deletes its content and its preview's. */
const removeAttachment = async (
  work: Work<'FILE_NOT_FOUND'>,
  ref: { plantId: string; fileId: string; isOfLamp: boolean },
): Promise<Record<string, never>> => {
  const { plantId, fileId } = ref
  const { previewId } = (await deleteAttachment(work.tx, ref)) ?? work.fail('FILE_NOT_FOUND')
  const file = await updateFile(work.tx, fileId, { state: 'removed' })
  work.audit.target({ kind: 'file', id: fileId, name: file?.name ?? '' })
  if (previewId) await updateFile(work.tx, previewId, { state: 'removed' })
  work.broadcast({ plant: plantId }, 'attachments', { plant_id: plantId, fileId })
  return {}
}

export const attachmentHandlers: HandlersOf<typeof attachmentActions> = {
  getAttachments: async ({ work, input, caller }) => {
    const links = { links: work.ports.fileLinks, sessionId: caller.sessionId }
    return { attachments: (await listAttachments(work.tx, input.plantId)).map((row) => toAttachment(row, links)) }
  },
  uploadAttachment: async ({ work, input, caller }) => {
    const { plantId, bytes, category: detail } = input
    // The name is known, and audited, when the file arrives.
    work.audit.target({ kind: 'file', id: '', name: '' })
    work.audit.diff(null, { category: detail, bytes })
    if (needsPhotoNotice(detail)) await checkPhotoNotice(work, caller.userId)
    await checkAttachmentLimit(work, plantId)
    await checkFileQuota(work, plantId, bytes)
    const { sessionId } = caller
    return {
      url: work.ports.fileLinks.signUpload({ kind: ownerKinds.attachment, of: plantId, bytes, detail, sessionId }),
      bytes,
    }
  },
  downloadAttachment: async ({ work, input, caller }) => {
    const { plantId, fileId } = input
    const file = (await findAttachment(work.tx, plantId, fileId)) && (await findFile(work.tx, fileId))
    if (!file || !isAvailable(file, work.now)) return work.fail('FILE_NOT_FOUND')
    work.audit.target({ kind: 'file', id: file.id, name: file.name })
    return createFileLink(file, { links: work.ports.fileLinks, sessionId: caller.sessionId })
  },
  deleteFile: async ({ work, input: { plantId, name } }) => {
    const attachmentOfName = (await listAttachments(work.tx, plantId)).find(({ file }) => file.name === name)
    const fileId = attachmentOfName?.file.id ?? work.fail('FILE_NOT_FOUND')
    return removeAttachment(work, { plantId, fileId, isOfLamp: false })
  },
  deleteFileNew: ({ work, input }) => removeAttachment(work, { ...input, isOfLamp: false }),
  getLampPhotos: async ({ work, input, caller }) => {
    const lamp = await findPhotoLamp(work, input)
    const links = { links: work.ports.fileLinks, sessionId: caller.sessionId }
    const rows = lamp ? await listAttachments(work.tx, input.plantId, lamp) : []
    return { photos: rows.map((row) => toAttachment(row, links)) }
  },
  uploadLampPhoto: async ({ work, input, caller }) => {
    const { plantId, bytes } = input
    await lampWithRoom(work, input)
    work.audit.diff(null, { bytes })
    await checkPhotoNotice(work, caller.userId)
    await checkFileQuota(work, plantId, bytes)
    const grant = { kind: ownerKinds.lampPhoto, of: plantId, bytes, detail: photoDetail.of(input) }
    return { url: work.ports.fileLinks.signUpload({ ...grant, sessionId: caller.sessionId }), bytes }
  },
  deleteLampPhoto: ({ work, input }) => removeAttachment(work, { ...input, isOfLamp: true }),
}
