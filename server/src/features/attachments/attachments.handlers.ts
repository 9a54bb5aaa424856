import {
  type Attachment,
  attachmentCategory,
  needsPhotoNotice,
  previewStates,
} from '@vigilux/contract/features/attachments/attachment.ts'
import type { attachmentActions } from '@vigilux/contract/features/attachments/attachments.actions.ts'
import { z } from 'zod'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import {
  checkFileQuota,
  checkPhotoNotice,
  findFile,
  isKept,
  type LinkParts,
  linkTo,
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
import { lampWithRoom, photoDetail, photoLampAt } from './lamp-photos.ts'

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
  preview: preview && linkTo(preview, links),
})

/** Takes an attachment out; its content and that of its preview go with the next sweep of the storage. */
const remove = async (
  { tx, announce }: Pick<Parameters<(typeof attachmentHandlers)['deleteFileNew']>[0], 'tx' | 'announce'>,
  of: { plantId: string; fileId: string; isOfLamp: boolean },
): Promise<Record<string, never>> => {
  const { plantId, fileId } = of
  const { previewId } = (await deleteAttachment(tx, of)) ?? fail('FILE_NOT_FOUND')
  const file = await updateFile(tx, fileId, { state: 'removed' })
  about(tx, { kind: 'file', id: fileId, name: file?.name ?? '' })
  if (previewId) await updateFile(tx, previewId, { state: 'removed' })
  announce({ plant: plantId }, 'attachments', { plant_id: plantId, fileId })
  return {}
}

export const attachmentHandlers: HandlersOf<typeof attachmentActions> = {
  getAttachments: async ({ input, caller, tx, ports }) => {
    const links = { links: ports.fileLinks, sessionId: caller.sessionId }
    return { attachments: (await listAttachments(tx, input.plantId)).map((row) => toAttachment(row, links)) }
  },
  uploadAttachment: async ({ input, caller, tx, ports }) => {
    const { plantId, bytes, category: detail } = input
    // Its name is known, and stands in the audit, when it comes.
    about(tx, { kind: 'file', id: '', name: '' })
    changed(tx, null, { category: detail, bytes })
    if (needsPhotoNotice(detail)) await checkPhotoNotice(tx, caller.userId)
    await checkAttachmentLimit(tx, plantId)
    await checkFileQuota(tx, plantId, bytes, ports.settings.filesQuotaMb)
    const { sessionId } = caller
    return {
      url: ports.fileLinks.signUpload({ kind: ownerKinds.attachment, of: plantId, bytes, detail, sessionId }),
      bytes,
    }
  },
  downloadAttachment: async ({ input, caller, tx, ports, fail }) => {
    const { plantId, fileId } = input
    const file = (await findAttachment(tx, plantId, fileId)) && (await findFile(tx, fileId))
    if (!file || !isKept(file, ports.clock.now())) return fail('FILE_NOT_FOUND')
    about(tx, { kind: 'file', id: file.id, name: file.name })
    return linkTo(file, { links: ports.fileLinks, sessionId: caller.sessionId })
  },
  deleteFile: async ({ input: { plantId, name }, tx, announce, fail }) => {
    const named = (await listAttachments(tx, plantId)).find(({ file }) => file.name === name)
    const fileId = named?.file.id ?? fail('FILE_NOT_FOUND')
    return remove({ tx, announce }, { plantId, fileId, isOfLamp: false })
  },
  deleteFileNew: ({ input, tx, announce }) => remove({ tx, announce }, { ...input, isOfLamp: false }),
  getLampPhotos: async ({ input, caller, tx, ports }) => {
    const lamp = await photoLampAt(tx, input)
    const links = { links: ports.fileLinks, sessionId: caller.sessionId }
    const rows = lamp ? await listAttachments(tx, input.plantId, lamp) : []
    return { photos: rows.map((row) => toAttachment(row, links)) }
  },
  uploadLampPhoto: async ({ input, caller, tx, ports }) => {
    const { plantId, bytes } = input
    await lampWithRoom(tx, input)
    changed(tx, null, { bytes })
    await checkPhotoNotice(tx, caller.userId)
    await checkFileQuota(tx, plantId, bytes, ports.settings.filesQuotaMb)
    const leave = { kind: ownerKinds.lampPhoto, of: plantId, bytes, detail: photoDetail.of(input) }
    return { url: ports.fileLinks.signUpload({ ...leave, sessionId: caller.sessionId }), bytes }
  },
  deleteLampPhoto: ({ input, tx, announce }) => remove({ tx, announce }, { ...input, isOfLamp: true }),
}
