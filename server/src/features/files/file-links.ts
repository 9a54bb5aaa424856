import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto'
import { fileLinkS } from '@vigilux/contract/features/files/file.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FileLinks } from '../../ports/file-links.ts'

const fileSubject = /^[0-9a-f-]{36}$/
const uploadSubject = /^([a-z]{1,20})_([0-9a-f-]{36})_(\d{1,10})_([0-9a-f-]{36})_([\w-]{0,60})$/
const generatedFileSubject = /^([a-z]{1,20})_([0-9a-f-]{36})_([\w-]{1,40})$/
const sharedSubject = /^([0-9a-f-]{36})_([0-9a-f-]{36})$/
/** Signed in place of a session id; no session has this id. */
const noSession = 'inspector page'
const token = /^([\w-]{1,170})\.([0-9a-z]{1,10})\.([\w-]{43})$/

/**
 * A link names one file or upload; it is valid for a minute in its session, so a copied one is useless. A link of an
 * inspector's page is valid as long as the page, and for anyone, like the page.
 */
export const createFileLinks = (secret: string, clock: Clock): FileLinks => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'vigilux file links', 32))
  const macOf = (subject: string, expires: string, sessionId: string): Buffer =>
    createHmac('sha256', key).update([subject, expires, sessionId].join('\n')).digest()
  const seconds = (): number => Math.floor(clock.now().getTime() / 1000)

  const sign = (subject: string, sessionId: string, until = seconds() + fileLinkS): string => {
    const expires = until.toString(36)
    return `/files/${subject}.${expires}.${macOf(subject, expires, sessionId).toString('base64url')}`
  }

  const subjectOf = (text: string, sessionId: string): string | null => {
    const [, subject = '', expires = '', mac = ''] = token.exec(text) ?? []
    const expected = macOf(subject, expires, sessionId)
    const receivedMac = Buffer.from(mac, 'base64url')
    if (receivedMac.length !== expected.length || !timingSafeEqual(receivedMac, expected)) return null
    return Number.parseInt(expires, 36) > seconds() ? subject : null
  }

  return {
    sign: ({ fileId, sessionId }) => sign(fileId, sessionId),
    read(text, sessionId) {
      const subject = subjectOf(text, sessionId)
      return subject !== null && fileSubject.test(subject) ? subject : null
    },
    signMade({ kind, plantId, detail, sessionId }) {
      const subject = `${kind}_${plantId}_${detail}`
      if (!generatedFileSubject.test(subject)) throw new Error(`not a leave that can be signed: ${subject}`)
      return sign(subject, sessionId).replace('/files/', '/files/made/')
    },
    readMade(text, sessionId) {
      const subject = subjectOf(text, sessionId) ?? ''
      const [, kind, plantId, detail] = uploadSubject.test(subject) ? [] : (generatedFileSubject.exec(subject) ?? [])
      return kind !== undefined && plantId !== undefined && detail !== undefined ? { kind, plantId, detail } : null
    },
    signShared: ({ linkId, fileId, until }) =>
      sign(`${linkId}_${fileId}`, noSession, Math.floor(until.getTime() / 1000)).replace('/files/', '/files/shared/'),
    readShared(text) {
      const [, linkId, fileId] = sharedSubject.exec(subjectOf(text, noSession) ?? '') ?? []
      return linkId !== undefined && fileId !== undefined ? { linkId, fileId } : null
    },
    signUpload({ kind, of: ownerId, bytes, detail, sessionId }) {
      const subject = `${kind}_${ownerId}_${bytes}_${randomUUID()}_${detail}`
      if (!uploadSubject.test(subject)) throw new Error(`not a leave that can be signed: ${subject}`)
      return sign(subject, sessionId)
    },
    readUpload(text, sessionId) {
      const [, kind, ownerId, bytes, id, detail] = uploadSubject.exec(subjectOf(text, sessionId) ?? '') ?? []
      if (kind === undefined || ownerId === undefined || id === undefined || detail === undefined) return null
      return { id, kind, of: ownerId, bytes: Number(bytes), detail }
    },
  }
}
