import { z } from 'zod'
import { count, id, instant } from '../../kernel/primitives.ts'
import { fileLink } from '../files/file.ts'

/** Maximum attached files of a plant, and maximum bytes of one: 20 MB, as 20 × 1024². */
export const attachmentLimits = { files: 20, bytes: 20_971_520 } as const

/**
 * Maximum photos of a lamp, and maximum bytes of one: 10 MB, as 10 × 1024². They do not count as files of the plant.
 */
export const lampPhotoLimits = { perLamp: 6, bytes: 10_485_760 } as const

/** Purpose of an attached file. */
export const attachmentCategories = ['certificate', 'drawing', 'manual', 'photo', 'other'] as const
export const attachmentCategory = z.enum(attachmentCategories)
export type AttachmentCategory = z.infer<typeof attachmentCategory>

/**
 * Categories that may show people or a building's security; uploading them requires the accepted notice on pictures.
 */
const pictureCategories: readonly AttachmentCategory[] = ['drawing', 'photo']
/** Whether an upload of this category needs `saveDisclaimerPhoto` first. */
export const needsPhotoNotice = (category: AttachmentCategory): boolean => pictureCategories.includes(category)

/** `none` is final: the file is neither a picture nor a PDF, or cannot be rendered. */
export const previewStates = ['pending', 'ready', 'none'] as const

/** File attached to a plant. */
export const attachment = z.object({
  id,
  /** Sanitized, and unique among the attachments of the plant. */
  name: z.string(),
  /** Content type, detected from the content. */
  type: z.string(),
  bytes: count,
  category: attachmentCategory,
  addedAt: instant,
  /** Name of the person at the time of the upload. */
  addedBy: z.string(),
  previewState: z.enum(previewStates),
  /** Small preview of the picture or of the first PDF page; null unless ready. */
  preview: fileLink.nullable(),
})
export type Attachment = z.infer<typeof attachment>
