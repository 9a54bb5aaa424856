import { attachmentLimits } from '@vigilux/contract/features/attachments/attachment.ts'
import { freeFileName } from '@vigilux/contract/features/files/file.rules.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { type UploadKind, updateFile } from '../files/index.ts'
import { countAttachments, insertAttachment, listAttachments } from './attachments.store.ts'

/** Types of which a preview is tried: those that the decoders of pictures know. */
const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** Refuses where the plant has as many attachments as it may. */
export const checkAttachmentLimit = async (tx: Tx, plantId: string): Promise<void> => {
  const limit = attachmentLimits.files
  if ((await countAttachments(tx, plantId)) >= limit) fail('ATTACHMENT_LIMIT', { limit })
}

/** Files that people attach to a plant, of any type: they leave it as downloads alone. */
export const attachmentUploads: Record<'attachment', UploadKind> = {
  attachment: {
    permission: 'plant.administer',
    types: null,
    checkLimit: checkAttachmentLimit,
    async keep({ tx, announce, ports, caller, leave }, file) {
      const { id: fileId, plantId } = file
      const others = (await listAttachments(tx, plantId)).map((one) => one.file.name)
      const named = (await updateFile(tx, fileId, { name: freeFileName(file.name, others) })) ?? file
      const hasPreview = pictureTypes.includes(file.type)
      const previewState = hasPreview ? 'pending' : 'none'
      const { detail: category } = leave
      await insertAttachment(tx, { fileId, plantId, category, addedBy: caller.name, previewState, previewId: null })
      if (hasPreview) await ports.jobs.enqueue(tx, 'attachment.preview', { plantId, fileId })
      const line = {
        at: ports.clock.now(),
        caller,
        plantId,
        action: 'attachmentStored',
        result: 'ok',
        requestId: fileId,
      }
      const things = [{ kind: 'file' as const, id: fileId, name: named.name }]
      await writeAudit(tx, { ...line, notes: { plantId, things, moreThings: 0, changes: [] } })
      announce({ plant: plantId }, 'attachments', { plant_id: plantId, fileId })
      return named
    },
  },
}
