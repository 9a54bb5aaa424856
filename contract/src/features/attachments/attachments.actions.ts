import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, line, plantId } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { fileLink, uploadLink } from '../files/file.ts'
import { attachment, attachmentCategory, attachmentLimits, lampPhotoLimits } from './attachment.ts'

const lampPlace = { plantId, topic: unitTopic, addr: z.int().min(1).max(992) }

/** Files of a plant and photos of its lamps. */
export const attachmentActions = defineActions({
  /** Lists the attached files of a plant, newest first. */
  getAttachments: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ attachments: z.array(attachment) }),
    errors: [],
    effect: 'read',
  },
  /**
   * Starts an upload of one file of the given bytes; refused at once if there is no room. Photos and drawings require
   * the accepted notice on pictures.
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
    program: 'configure',
    about: 'file',
  },
  /** Lists the photos of one lamp, newest first; empty for an unknown lamp. */
  getLampPhotos: {
    permission: 'plant.view',
    input: z.strictObject(lampPlace),
    output: z.object({ photos: z.array(attachment) }),
    errors: [],
    effect: 'read',
  },
  /**
   * Starts an upload of one photo to a lamp; requires the accepted notice on pictures. A photo already on the lamp is
   * not added twice.
   */
  uploadLampPhoto: {
    permission: 'plant.operate',
    input: z.strictObject({
      ...lampPlace,
      bytes: z.int().min(1, { error: 'empty_file' }).max(lampPhotoLimits.bytes, { error: 'file_too_large' }),
    }),
    output: uploadLink,
    errors: ['LAMP_NOT_FOUND', 'PHOTO_NOTICE_NOT_ACCEPTED', 'LAMP_PHOTO_LIMIT', 'FILE_QUOTA_EXCEEDED'],
    effect: 'write',
    program: 'configure',
    about: 'lamp',
  },
  /** Removes a photo of a lamp. */
  deleteLampPhoto: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, fileId: id }),
    output: z.object({}),
    errors: ['FILE_NOT_FOUND'],
    effect: 'write',
    about: 'file',
  },
  /** Returns a link to an attached file or a photo of a lamp. It changes nothing, but is audited like a write. */
  downloadAttachment: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, fileId: id }),
    output: fileLink,
    errors: ['FILE_NOT_FOUND'],
    effect: 'write',
    program: 'read',
    inArchive: true,
    about: 'file',
  },
  /** Removes the attached file with this name. */
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

export const attachmentErrors = defineErrors({
  /** Accepted with `saveDisclaimerPhoto`, once for all plants. */
  PHOTO_NOTICE_NOT_ACCEPTED: 403,
  /** With `limit`. */
  ATTACHMENT_LIMIT: 409,
  /** With `limit`. */
  LAMP_PHOTO_LIMIT: 409,
})

export const attachmentEvents = defineEvents({
  /** A file of the plant or of a lamp was attached or removed, or its preview is ready. */
  attachments: z.object({ plant_id: id, fileId: id }),
})
