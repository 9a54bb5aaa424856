import { expect, test } from 'vitest'
import { createKeyInUse } from '../../../../checks/sample-export.ts'
import made from './fixtures/stamped-exports.json' with { type: 'json' }
import { certificatesOf, checkTimeStamp } from './time-stamp-token.ts'
import { verifyExport } from './verify-export.ts'
import { webCrypto } from './web-crypto.ts'

const { publicKey, authorities, otherAuthority, exports, head } = made
const verified = (text: string, authorityKeys = authorities) =>
  verifyExport(
    [Buffer.from(text)],
    [createKeyInUse(publicKey)],
    webCrypto(crypto.subtle, (token, head) => checkTimeStamp(token, head, authorityKeys)),
  )
const tokenOf = (text = ''): string =>
  (JSON.parse(text.split('\n')[0] ?? '') as { timeStamp: { token: string } }).timeStamp.token

test.each(exports)('an export with time stamp $name is $verdict and the stamp $state', async (exportCase) => {
  const found = await verified(exportCase.text)
  expect(found).toMatchObject({
    verdict: exportCase.verdict,
    timeStamp:
      exportCase.authority === null
        ? { state: exportCase.state }
        : { state: exportCase.state, authority: exportCase.authority },
  })
})

test('only a trusted authority is known', async () => {
  const [ownExport, , foreignExport] = exports
  expect(await verified(foreignExport?.text ?? '', [otherAuthority])).toMatchObject({ timeStamp: { state: 'known' } })
  expect(await verified(ownExport?.text ?? '', [otherAuthority])).toMatchObject({ timeStamp: { state: 'unknown' } })
  expect(await verified(ownExport?.text ?? '', [])).toMatchObject({ timeStamp: { state: 'unknown' } })
})

test('a time stamp stays unchecked without a reader, and the export is whole', async () => {
  const found = await verifyExport(
    [Buffer.from(exports[0]?.text ?? '')],
    [createKeyInUse(publicKey)],
    webCrypto(crypto.subtle),
  )
  expect(found).toMatchObject({ verdict: 'whole', timeStamp: { state: 'unchecked' } })
})

/** `npm test` takes a sample of the bytes, `npm run test:all` a third of them. */
const bytesApart = process.env.TEST_ALL === 'yes' ? 3 : 37

test('a flipped byte in a time stamp never gives another known time', async () => {
  const bytes = Buffer.from(tokenOf(exports[0]?.text), 'base64')
  const checkedStamp = await checkTimeStamp(bytes.toString('base64'), head, authorities)
  expect(checkedStamp).toMatchObject({ state: 'known' })
  for (let at = 0; at < bytes.length; at += bytesApart) {
    const flippedBytes = Buffer.from(bytes)
    flippedBytes.writeUInt8(flippedBytes.readUInt8(at) ^ 0x04, at)
    const found = await checkTimeStamp(flippedBytes.toString('base64'), head, authorities)
    // The unsigned part has several valid encodings.
    if (found.state === 'known') expect(found).toEqual(checkedStamp)
  }
})

test('a malformed time stamp gives a state instead of an error', async () => {
  for (const token of ['', '%', 'AAAA', 'MIA=', 'A'.repeat(100_000), `${tokenOf(exports[0]?.text)}AAAA`])
    expect((await checkTimeStamp(token, head, authorities)).state).not.toBe('unknown')
  expect(certificatesOf('no certificate')).toEqual([])
})
