import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import {
  canonicalJson,
  genesisInput,
  type SealedEntry,
  sealInput,
  signedText,
} from '../contract/src/features/logbook/chain.rules.ts'
import { opensslAuthority } from '../server/src/testing/openssl-authority.ts'

/**
 * Generates `contract/src/features/logbook/fixtures/stamped-exports.json`, the fixture of exports in format 1 for all
 * verifiers: one small logbook with all kinds of time stamps, made by openssl. `node scripts/stamped-exports.ts`
 */
const { openssl, read, root, issue, stamp: tokenOf, remove } = opensslAuthority()
const base64 = (name: string): string => read(name).toString('base64')
const createStamp = (text: string, signer: string, chain?: string): string =>
  tokenOf(text, signer, chain).toString('base64')
/** An authority's content, signed by a key without an authority. */
const signWithoutAuthority = (text: string, signer: string, extraOptions = ''): string => {
  createStamp(text, 'authority')
  openssl('cms -verify -inform DER -in answer -noverify -out info -purpose any')
  const signerOptions = `-econtent_type 1.2.840.113549.1.9.16.1.4 -signer ${signer}.pem -inkey ${signer}.key${extraOptions}`
  openssl(`cms -sign -binary -nodetach -nosmimecap -cades -md sha256 ${signerOptions} -in info -outform DER -out token`)
  return base64('token')
}

for (const name of ['root', 'another-root']) {
  root(name)
  openssl(`x509 -in ${name}.pem -outform DER -out ${name}.der`)
}
issue('authority')
// Same key, name and number, for another time.
openssl('x509 -in authority.pem -noout -serial -out serial-line')
const serial = read('serial-line').toString().trim().replace('serial=', '0x')
openssl(
  `x509 -req -in authority.csr -CA root.pem -CAkey root.key -set_serial ${serial} -out twin.pem -days 30 -extfile ts.cnf -extensions tsa`,
)
issue('between', { key: 'rsa:2048', as: 'ca' })
issue('authority-below', { by: 'between', key: 'rsa:3072' })
issue('unknown-authority', { by: 'another-root' })
issue('no-authority', { as: 'plain' })
issue('no-authority-below', { by: 'no-authority' })
issue('expired', { days: -1 })

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const plantId = '00000000-0000-4000-8000-00000000000a'
const at = '2026-03-02T09:00:00.000Z'
const entryOf = (no: number): SealedEntry => ({
  no,
  id: `00000000-0000-4000-8000-00000000000${no}`,
  kind: 'service',
  at,
  recordedAt: at,
  facts: {},
  text: `Visit ${no}`,
  unit: null,
  lamp: null,
  lampSerial: null,
  testId: null,
  corrects: null,
  about: null,
  by: null,
  clockWrong: false,
})
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const key = { id: 'k', algorithm: 'Ed25519', publicKey: publicKey.export({ format: 'jwk' }).x ?? '' }
const genesisHash = sha256(genesisInput(plantId))
const seals: string[] = []
for (const no of [1, 2, 3]) seals.push(sha256(sealInput(seals.at(-1) ?? genesisHash, entryOf(no))))
const headHash = seals.at(-1) ?? ''
const exportWith = (token: string): string => {
  const header = {
    format: 'vigilux-logbook-1',
    plant: { id: plantId, name: 'Hotel', timezone: 'Europe/Rome' },
    from: 1,
    to: 3,
    before: genesisHash,
    head: headHash,
    exportedAt: at,
    key,
    timeStamp: { token },
  }
  const signature = sign(null, Buffer.from(signedText(header, {})), privateKey).toString('base64url')
  const entries = seals.map((hash, index) => ({ entry: entryOf(index + 1), hash }))
  return [header, ...entries, { persons: {} }, { signature }].map(canonicalJson).join('\n')
}

const validStamp = createStamp(headHash, 'authority')
const tamperedStamp = Buffer.from(validStamp, 'base64')
tamperedStamp.writeUInt8(tamperedStamp.readUInt8(tamperedStamp.length - 5) ^ 1, tamperedStamp.length - 5)
const foreignStamp = createStamp(headHash, 'unknown-authority')
const knownAuthority = { verdict: 'whole', state: 'known' }
const unknown = { verdict: 'whole', state: 'unknown' }
const brokenStamp = { verdict: 'falseTimeStamp', state: 'broken' }
const exports = [
  {
    name: 'of an authority that is known',
    ...knownAuthority,
    authority: 'authority, Vigilux',
    text: exportWith(validStamp),
  },
  {
    name: 'of one below another certificate',
    ...knownAuthority,
    authority: 'authority-below, Vigilux',
    text: exportWith(createStamp(headHash, 'authority-below', 'between')),
  },
  {
    name: 'of an unknown authority',
    ...unknown,
    authority: 'unknown-authority, Vigilux',
    text: exportWith(foreignStamp),
  },
  {
    name: 'of a certificate that had expired',
    ...unknown,
    authority: 'expired, Vigilux',
    text: exportWith(createStamp(headHash, 'expired')),
  },
  {
    name: 'of a certificate that no authority issued',
    ...unknown,
    authority: 'no-authority-below, Vigilux',
    text: exportWith(createStamp(headHash, 'no-authority-below', 'no-authority')),
  },
  {
    name: 'over the seal of an entry before',
    ...brokenStamp,
    authority: null,
    text: exportWith(createStamp(seals[1] ?? '', 'authority')),
  },
  {
    name: 'with a signature of which a bit was turned',
    ...brokenStamp,
    authority: null,
    text: exportWith(tamperedStamp.toString('base64')),
  },
  {
    name: 'by a key that may not stamp',
    ...brokenStamp,
    authority: null,
    text: exportWith(signWithoutAuthority(headHash, 'no-authority')),
  },
  {
    name: 'with another certificate of the same key and number',
    ...brokenStamp,
    authority: null,
    text: exportWith(signWithoutAuthority(headHash, 'authority', ' -nocerts -certfile twin.pem')),
  },
  { name: 'that is none', ...brokenStamp, authority: null, text: exportWith('bm9uZQ==') },
  {
    name: 'put in the place of another',
    verdict: 'forged',
    state: 'unknown',
    authority: 'unknown-authority, Vigilux',
    text: exportWith(validStamp).replace(validStamp, foreignStamp),
  },
]
const fixture = {
  publicKey: key.publicKey,
  head: headHash,
  authorities: [base64('root.der')],
  otherAuthority: base64('another-root.der'),
  exports,
}
const path = new URL('../contract/src/features/logbook/fixtures/stamped-exports.json', import.meta.url)
writeFileSync(path, `${JSON.stringify(fixture, null, 2)}\n`)
remove()
