import { lampPhotoLimits } from '@vigilux/contract/features/attachments/attachment.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { findUnit } from '../central-units/index.ts'
import type { FileRow } from '../files/index.ts'
import { auditLamp, findLamps } from '../lamps/index.ts'
import { listAttachments, type PhotoLamp } from './attachments.store.ts'

type Place = { plantId: string; topic: string; addr: number }

/** The lamp at an address of the plant; undefined if there is none. */
export const findPhotoLamp = async (work: Work, { plantId, topic, addr }: Place): Promise<PhotoLamp | undefined> => {
  const unit = await findUnit(work.tx, plantId, { topic })
  const [listedLamp] = unit?.acquired ? await findLamps(work.tx, [{ centralUnitId: unit.id, addr }]) : []
  if (!unit || !listedLamp) return undefined
  auditLamp(work, listedLamp)
  return { centralUnitId: unit.id, serial: listedLamp.row.serial }
}

/** The lamp of a new photo, recorded for the audit; refuses if there is none, or it has the maximum of photos. */
export const lampWithRoom = async (
  work: Work<'LAMP_NOT_FOUND' | 'LAMP_PHOTO_LIMIT'>,
  place: Place,
): Promise<PhotoLamp> => {
  const lamp = (await findPhotoLamp(work, place)) ?? work.fail('LAMP_NOT_FOUND')
  const limit = lampPhotoLimits.perLamp
  if ((await listAttachments(work.tx, place.plantId, lamp)).length >= limit) work.fail('LAMP_PHOTO_LIMIT', { limit })
  return lamp
}

/** An existing photo of the lamp with the same content. */
export const findSamePhoto = async (work: Work, place: Place, sha256: string | null): Promise<FileRow | undefined> => {
  const lamp = await findPhotoLamp(work, place)
  const photos = lamp && sha256 ? await listAttachments(work.tx, place.plantId, lamp) : []
  return photos.find(({ file }) => file.sha256 === sha256)?.file
}

/** Whether these files are photos of this lamp. */
export const arePhotosOf = async (
  tx: Tx,
  plantId: string,
  lamp: PhotoLamp,
  fileIds: readonly string[],
): Promise<boolean> => {
  if (fileIds.length === 0) return true
  const attachedFileIds = new Set((await listAttachments(tx, plantId, lamp)).map(({ file }) => file.id))
  return fileIds.every((id) => attachedFileIds.has(id))
}

/** The lamp as encoded in an upload grant. */
export const photoDetail = {
  of: ({ topic, addr }: Pick<Place, 'topic' | 'addr'>): string => `${topic}-${addr}`,
  read: (detail: string): Pick<Place, 'topic' | 'addr'> => {
    const [topic = '', addr = ''] = detail.split('-')
    return { topic, addr: Number(addr) }
  },
}
