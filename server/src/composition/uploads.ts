import { attachmentUploads } from '../features/attachments/index.ts'
import type { CustomUpload, UploadKind } from '../features/files/index.ts'
import { floorPlanUploads } from '../features/floor-plans/index.ts'
import { entryPhotoUploads } from '../features/logbook/index.ts'
import { type PictureUploadParts, pictureUploads } from '../features/pictures/index.ts'

/** Kinds of uploads by the name in their grant, merged from the features' tables. */
export const uploadKindsOf = (parts: PictureUploadParts): Readonly<Record<string, UploadKind | CustomUpload>> => ({
  ...attachmentUploads,
  ...entryPhotoUploads,
  ...floorPlanUploads,
  ...pictureUploads(parts),
})
