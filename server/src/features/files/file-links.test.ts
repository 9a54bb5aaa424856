import { randomUUID } from 'node:crypto'
import { fileLinkS } from '@vigilux/contract/features/files/file.ts'
import { describe, expect, it } from 'vitest'
import { createFileLinks } from './file-links.ts'

const clock = { time: new Date('2026-03-02T09:00:00Z').getTime(), now: () => new Date(clock.time) }
const links = createFileLinks('the secret of this server', clock)
const uploadGrant = { fileId: randomUUID(), sessionId: 'session-1' }
const tokenOf = (path: string) => path.replace('/files/', '')

describe('download link', () => {
  it('identifies the file for its session until it expires', () => {
    const token = tokenOf(links.sign(uploadGrant))
    expect(links.read(token, 'session-1')).toBe(uploadGrant.fileId)
    clock.time += (fileLinkS - 1) * 1000
    expect(links.read(token, 'session-1')).toBe(uploadGrant.fileId)
    clock.time += 1000
    expect(links.read(token, 'session-1')).toBeNull()
  })

  it('is invalid for other sessions, files, times and secrets', () => {
    const token = tokenOf(links.sign(uploadGrant))
    const [, expires = '', mac = ''] = token.split('.')
    expect(links.read(token, 'session-2')).toBeNull()
    expect(links.read([randomUUID(), expires, mac].join('.'), 'session-1')).toBeNull()
    const laterExpiry = (Number.parseInt(expires, 36) + 1).toString(36)
    expect(links.read([uploadGrant.fileId, laterExpiry, mac].join('.'), 'session-1')).toBeNull()
    expect(createFileLinks('another secret', clock).read(token, 'session-1')).toBeNull()
  })

  it.each([
    '',
    'a',
    `${randomUUID()}.zzz.`,
    `${randomUUID()}.zzz.${'A'.repeat(43)}`,
    '../../etc/passwd',
    `${'a'.repeat(300)}`,
  ])('is never %j', (token) => {
    expect(links.read(token, 'session-1')).toBeNull()
  })
})

describe('upload link', () => {
  const upload = { kind: 'attachment', of: randomUUID(), bytes: 20_971_520, detail: 'certificate' }
  const signToken = () => tokenOf(links.signUpload({ ...upload, sessionId: 'session-1' }))

  it('contains the allowed upload until it expires', () => {
    const token = signToken()
    expect(token.length).toBeLessThan(240)
    expect(links.readUpload(token, 'session-1')).toMatchObject(upload)
    expect(links.readUpload(signToken(), 'session-1')?.id).not.toBe(links.readUpload(token, 'session-1')?.id)
    clock.time += fileLinkS * 1000
    expect(links.readUpload(token, 'session-1')).toBeNull()
  })

  it('is invalid for other sessions, more bytes and downloads', () => {
    const token = signToken()
    expect(links.readUpload(token, 'session-2')).toBeNull()
    expect(links.readUpload(token.replace('_20971520_', '_90971520_'), 'session-1')).toBeNull()
    expect(links.read(token, 'session-1')).toBeNull()
    expect(links.readUpload(tokenOf(links.sign(uploadGrant)), 'session-1')).toBeNull()
  })

  it('is not signed for ambiguous values', () => {
    for (const change of [{ kind: 'a_b' }, { detail: 'a.b' }, { bytes: -1 }, { of: '' }])
      expect(() => links.signUpload({ ...upload, ...change, sessionId: 'session-1' })).toThrow()
  })
})

describe("link of an inspector's page", () => {
  const shared = { linkId: randomUUID(), fileId: randomUUID() }
  const until = () => new Date(clock.time + 3_600_000)
  const signToken = () => links.signShared({ ...shared, until: until() }).replace('/files/shared/', '')

  it('identifies the page and its file without a session, until the page ends', () => {
    const token = signToken()
    clock.time += 3_599_000
    expect(links.readShared(token)).toEqual(shared)
    clock.time += 1000
    expect(links.readShared(token)).toBeNull()
  })

  it('is neither a download link of a session nor the reverse, and is invalid once changed', () => {
    const token = signToken()
    expect(links.read(token, 'session-1')).toBeNull()
    expect(links.readShared(tokenOf(links.sign(uploadGrant)))).toBeNull()
    expect(links.readShared(token.replace(shared.fileId, randomUUID()))).toBeNull()
    expect(createFileLinks('another secret', clock).readShared(token)).toBeNull()
  })
})
