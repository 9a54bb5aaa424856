import type { logbookActions } from '@vigilux/contract/features/logbook/logbook.actions.ts'
import { entryPhotoLimits } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import {
  checkFileQuota,
  checkPhotoNotice,
  createFileLink,
  findFile,
  isAvailable,
  pictureTypes,
  type UploadKind,
} from '../files/index.ts'
import { findHistoryStart } from '../plants/index.ts'
import { addEntries } from './add-entries.ts'
import { countPhotos, findPhoto } from './entries.store.ts'
import { requireReadableEntry } from './read-logbook.ts'

/** Upload kind of grants for photos. */
const photoKind = 'logbookphoto'

/** The entry of a new photo, if it may have another one. */
const entryWithRoom = async (
  work: Work<'LOGBOOK_ENTRY_NOT_FOUND' | 'LOGBOOK_PHOTO_LIMIT'>,
  plantId: string,
  no: number,
) => {
  const entry = await requireReadableEntry(work, plantId, no)
  const limit = entryPhotoLimits.perEntry
  if ((await countPhotos(work.tx, plantId, no)) >= limit) work.fail('LOGBOOK_PHOTO_LIMIT', { limit })
  return entry
}

export const entryPhotoHandlers: Pick<HandlersOf<typeof logbookActions>, 'uploadEntryPhoto' | 'downloadEntryPhoto'> = {
  uploadEntryPhoto: async ({ work, input: { plantId, no, bytes }, caller }) => {
    work.audit.target({ kind: 'entry', id: '', name: String(no) })
    work.audit.diff(null, { bytes })
    await entryWithRoom(work, plantId, no)
    await checkPhotoNotice(work, caller.userId)
    await checkFileQuota(work, plantId, bytes)
    const { sessionId } = caller
    return {
      url: work.ports.fileLinks.signUpload({ kind: photoKind, of: plantId, bytes, detail: String(no), sessionId }),
      bytes,
    }
  },
  downloadEntryPhoto: async ({ work, input: { plantId, no }, caller }) => {
    const now = work.now
    const photo = await findPhoto(work.tx, plantId, no, await findHistoryStart(work.tx, plantId, now))
    if (photo === undefined) return work.fail('LOGBOOK_ENTRY_NOT_FOUND')
    const file = await findFile(work.tx, photo)
    if (!file || !isAvailable(file, now)) return work.fail('FILE_NOT_FOUND')
    return createFileLink(file, { links: work.ports.fileLinks, sessionId: caller.sessionId })
  },
}

/**
 * Photos of entries. Each is an entry sealed with the SHA-256 of its content, written once the content is stored: so
 * none names a missing file, and no file can be exchanged unnoticed.
 */
export const entryPhotoUploads: {
  [photoKind]: UploadKind<'LOGBOOK_ENTRY_NOT_FOUND' | 'LOGBOOK_PHOTO_LIMIT'>
} = {
  [photoKind]: {
    permission: 'plant.operate',
    types: pictureTypes,
    // The limit per entry is checked when the file has arrived, under the plant's lock.
    checkLimit: async () => undefined,
    async store({ work, caller, leave: grant }, file) {
      const { plantId, id, type, bytes } = file
      const no = Number(grant.detail)
      const { centralUnitId, unit, lamp, lampSerial } = await entryWithRoom(work, plantId, no)
      addEntries(work, [
        {
          kind: 'photo',
          facts: { file: id, type, bytes, sha256: file.sha256 ?? '' },
          id,
          once: `photo ${id}`,
          plantId,
          by: caller,
          at: work.now,
          about: no,
          centralUnitId,
          unit,
          lamp,
          lampSerial,
        },
      ])
      return file
    },
  },
}
