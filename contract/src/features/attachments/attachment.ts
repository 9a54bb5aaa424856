import { z } from 'zod'
import { count, id, instant } from '../../kernel/primitives.ts'
import { fileLink } from '../files/file.ts'

/** How many files a plant may have attached, and the bytes of one: 20 MB, as 20 × 1024². */
export const attachmentLimits = { files: 20, bytes: 20_971_520 } as const

/** How many photos a lamp may have, and the bytes of one: 10 MB, as 10 × 1024². They do not count among the files of the plant. */
export const lampPhotoLimits = { perLamp: 6, bytes: 10_485_760 } as const

/** What an attached file is for. */
export const attachmentCategories = ['certificate', 'drawing', 'manual', 'photo', 'other'] as const
export const attachmentCategory = z.enum(attachmentCategories)
export type AttachmentCategory = z.infer<typeof attachmentCategory>

/** Those that may show people or how a building is secured: who attaches one has accepted the notice on pictures before. */
const pictureCategories: readonly AttachmentCategory[] = ['drawing', 'photo']
/** Whether an upload of this category needs `saveDisclaimerPhoto` first. */
export const needsPhotoNotice = (category: AttachmentCategory): boolean => pictureCategories.includes(category)

/** `none` for good: the content is neither a picture nor a PDF, or none that can be shown. */
export const previewStates = ['pending', 'ready', 'none'] as const

/** A file that people attached to a plant. */
export const attachment = z.object({
  id,
  /** Harmless, and no other attachment of the plant has it. */
  name: z.string(),
  /** Content type, recognised in the content. */
  type: z.string(),
  bytes: count,
  category: attachmentCategory,
  addedAt: instant,
  /** Name of the person who attached it, as it was then. */
  addedBy: z.string(),
  previewState: z.enum(previewStates),
  /** The picture, or the first page of the PDF, made small to show; null unless it is ready. */
  preview: fileLink.nullable(),
})
export type Attachment = z.infer<typeof attachment>
