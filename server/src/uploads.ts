import { attachmentUploads } from './features/attachments/index.ts'
import type { UploadKind } from './features/files/index.ts'

/** What people may send as files, by the name that its leave carries: a spread of the features' tables. */
export const uploadKinds: Readonly<Record<string, UploadKind>> = { ...attachmentUploads }
