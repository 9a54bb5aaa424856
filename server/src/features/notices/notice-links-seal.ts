import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import type { NoticeLinks } from '../../ports/notice-links.ts'

const [idBytes, macBytes] = [16, 16]
const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/**
 * A token never expires, because mails are read years later; its effect is idempotent and harmless. Kinds are stored by
 * name, so their order may change.
 */
export const createNoticeLinks = (secret: string): NoticeLinks => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'vigilux notices by mail', 32))
  const macOf = (body: Buffer): Buffer => createHmac('sha256', key).update(body).digest().subarray(0, macBytes)
  return {
    sign({ plantId, userId, kinds }) {
      const ids = [plantId, userId].map((id) => Buffer.from(id.replaceAll('-', ''), 'hex'))
      const body = Buffer.concat([...ids, Buffer.from(kinds.join())])
      return Buffer.concat([macOf(body), body]).toString('base64url')
    },
    read(token) {
      if (!/^[\w-]{65,400}$/.test(token)) return null
      const bytes = Buffer.from(token, 'base64url')
      const body = bytes.subarray(macBytes)
      if (!timingSafeEqual(bytes.subarray(0, macBytes), macOf(body))) return null
      const kindNames = body
        .subarray(2 * idBytes)
        .toString()
        .split(',')
      const [plantId, userId] = [body.subarray(0, idBytes), body.subarray(idBytes, 2 * idBytes)].map(uuidOf)
      const kinds = noticeKinds.filter((kind) => kindNames.includes(kind))
      return plantId && userId ? { plantId, userId, kinds } : null
    },
  }
}
