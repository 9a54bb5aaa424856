import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { fileLinkS } from '@vigilux/contract/features/files/file.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FileLinks } from '../../ports/file-links.ts'

const token = /^([0-9a-f-]{36})\.([0-9a-z]{1,10})\.([\w-]{43})$/

/**
 * Signs links with a key that is made of the server's secret for this purpose alone. A link names one file, works for
 * a minute and in the session that asked for it: one that is copied is worth nothing.
 */
export const createFileLinks = (secret: string, clock: Clock): FileLinks => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'vigilux file links', 32))
  const macOf = (fileId: string, expires: string, sessionId: string): Buffer =>
    createHmac('sha256', key).update([fileId, expires, sessionId].join('\n')).digest()
  const seconds = (): number => Math.floor(clock.now().getTime() / 1000)
  return {
    sign({ fileId, sessionId }) {
      const expires = (seconds() + fileLinkS).toString(36)
      return `/files/${fileId}.${expires}.${macOf(fileId, expires, sessionId).toString('base64url')}`
    },
    read(text, sessionId) {
      const [, fileId = '', expires = '', mac = ''] = token.exec(text) ?? []
      const expected = macOf(fileId, expires, sessionId)
      const given = Buffer.from(mac, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return Number.parseInt(expires, 36) > seconds() ? fileId : null
    },
  }
}
