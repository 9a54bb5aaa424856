import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { id, line, plantId } from '../../kernel/primitives.ts'
import { fileLink, uploadLink } from '../files/file.ts'
import { attachment, attachmentCategory, attachmentLimits } from './attachment.ts'

export const attachmentActions = defineActions({
  /** Attached files of a plant, the newest first. */
  getAttachments: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ attachments: z.array(attachment) }),
    errors: [],
    effect: 'read',
  },
  /**
   * Gives leave to attach one file of so many bytes; refused before it starts where there is no room for it. Photos and drawings
   * need the notice on pictures accepted.
   */
  uploadAttachment: {
    permission: 'plant.administer',
    input: z.strictObject({
      plantId,
      category: attachmentCategory,
      bytes: z.int().min(1, { error: 'empty_file' }).max(attachmentLimits.bytes, { error: 'file_too_large' }),
    }),
    output: uploadLink,
    errors: ['PHOTO_NOTICE_NOT_ACCEPTED', 'ATTACHMENT_LIMIT', 'FILE_QUOTA_EXCEEDED'],
    effect: 'write',
    about: 'file',
  },
  /** Gives leave to fetch an attached file. It changes nothing, but it stands in the audit as a write does. */
  downloadAttachment: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, fileId: id }),
    output: fileLink,
    errors: ['FILE_NOT_FOUND'],
    effect: 'write',
    about: 'file',
  },
  /** Removes the attached file of this name. */
  deleteFile: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, name: line(400) }),
    output: z.object({}),
    errors: ['FILE_NOT_FOUND'],
    effect: 'write',
    about: 'file',
  },
  /** Removes the attached file with this id. */
  deleteFileNew: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, fileId: id }),
    output: z.object({}),
    errors: ['FILE_NOT_FOUND'],
    effect: 'write',
    about: 'file',
  },
})
