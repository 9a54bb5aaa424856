import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { KnownKey } from '@vigilux/contract/features/logbook/known-key.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { listKeys } from './logbook-keys.store.ts'

const parts = [
  'time-stamp',
  'known-key',
  'chain.rules',
  'web-crypto',
  'sealed-export',
  'export-lines',
  'export-form',
  'follow-lines',
  'verify-export',
]

/** A module of the contract as plain statements, without types, imports and exports. */
const statementsOf = (part: string): string => {
  const path = new URL(import.meta.resolve(`@vigilux/contract/features/logbook/${part}.ts`))
  return stripTypeScriptTypes(readFileSync(path, 'utf8'))
    .replaceAll(/^import [^']*'[^']*'$/gm, '')
    .replaceAll(/^export /gm, '')
}

const main = `
const [file, authoritiesFile, ...others] = process.argv.slice(2)
if (!file || others.length > 0) {
  console.error('usage: node vigilux-verify.mjs <export.jsonl> [authorities.pem]')
  process.exit(2)
}
const { createReadStream, readFileSync } = await import('node:fs')
// Apart from 1, which says that an export is not untouched.
const notRead = (path) => (error) => {
  console.error('cannot read ' + path + ': ' + error.message)
  process.exit(2)
}
const authoritiesIn = (path) => {
  try {
    const text = readFileSync(path, 'utf8')
    return timeStampReader?.certificatesOf(text)
  } catch (error) {
    return notRead(path)(error)
  }
}
const trusted = (authoritiesFile && authoritiesIn(authoritiesFile)) || knownAuthorities
const checkTimeStamp = timeStampReader && ((token, text) => timeStampReader.checkTimeStamp(token, text, trusted))
const ports = webCrypto(globalThis.crypto.subtle, checkTimeStamp ?? undefined)
// A stream that is left early reports an abort, which is no error of the file.
async function* piecesOf(path) {
  try {
    yield* createReadStream(path)
  } catch (error) {
    notRead(path)(error)
  }
}
const found = await verifyExport(piecesOf(file), knownKeys, ports)
const stampText = (stamp) => {
  if (!stamp) return 'no time stamp'
  if (stamp.state === 'known') return stamp.authority + ', ' + stamp.at
  if (stamp.state === 'unknown') return 'by an authority that is not known here, which calls itself ' + stamp.authority + ', ' + stamp.at
  if (stamp.state === 'broken') return 'is of another head, or was changed'
  return 'could not be checked'
}
const { header, timeStamp, period, gaps, key, ...verdict } = found
const restores = gaps?.map((gap) => 'what happened from ' + gap.from + ' to ' + gap.to + ' may be missing after entry ' + gap.after + ': the installation was restored, and numbers go on at ' + gap.no)
const broken = (how) => 'not untouched: entry ' + found.no + ' ' + how
const reasons = {
  byteOrderMark: 'it starts with a byte order mark',
  lineEnds: 'the line does not end with a single line feed (LF)',
  noLastLineFeed: 'the line feed at the end of the file is missing',
  blankLine: 'the line is blank',
  notUtf8: 'the line is not valid UTF-8',
  tooLong: 'the line is too long',
  notJson: 'the line is not JSON',
  notCanonical: 'the line is not canonical JSON (RFC 8785)',
  unknownMember: 'the line has a member that exports do not have',
  missingMember: 'a member of the line is missing',
  wrongValue: 'a member of the line has a value that is not allowed',
  unexpectedLine: 'another line belongs here',
  missingLine: 'the file ends before this line',
}
const sentences = {
  whole: () =>
    'whole and untouched' + (found.part ? ', a part of the logbook' : '') + (found.format === 1 ? ', format 1' : '') +
    (restores.length > 0 ? '; it tells of ' + restores.length + ' restored backup' + (restores.length > 1 ? 's' : '') + ': see gaps' : '') +
    (found.keyState === 'retiredUnstamped'
      ? '; signed by a retired key, and no time stamp of a known authority proves that the file is from before its end'
      : ''),
  empty: () => 'no entries in this export: nothing was altered, and nothing is proven about the logbook',
  malformed: () => 'not untouched: line ' + found.line + ': ' + reasons[found.reason],
  reformatted: () =>
    'saved in another form, which is no sign of a forgery; the content was not checked: line ' + found.line + ': ' + reasons[found.reason],
  unknownFormat: () => 'an export of a format that this verifier does not know',
  changed: () => broken('was changed'),
  missing: () => broken('is missing'),
  swapped: () => broken('is out of order'),
  cutOff: () => broken('and what follows it is missing'),
  recomputed: () => 'not untouched: the entries fit each other, and not the head that was signed',
  forged: () => 'not untouched: the signature does not fit',
  unknownKey: () => 'unknown key: this installation does not know it, so nothing is proven; ask the installation that made the file',
  keyNotInUse: () => 'not untouched: the file is dated outside the time in which its key was in use',
  falseTimeStamp: () => 'not untouched: the time stamp is of another head, or was changed',
  noExport: () => 'not an export of a logbook',
}
const about = header && {
  plant: header.plant.name,
  entries: header.to === 0 ? 'none' : header.from + ' to ' + header.to,
  ...(restores.length > 0 && { gaps: restores }),
  period: period ? period.from + ' to ' + period.to : 'no entry',
  head: header.head,
  key: header.key.id,
  keyInUse: key && key.since + ' to ' + (key.until ?? 'now'),
  timeStamp: stampText(timeStamp),
  exportedAt: header.exportedAt,
}
const isFault = found.verdict !== 'whole' && found.verdict !== 'empty'
const where = found.line === null ? 'the whole file' : 'line ' + found.line
console.log(JSON.stringify({ says: sentences[found.verdict](), ...(isFault && { where }), ...verdict, ...about }, null, 2))
process.exit(found.verdict === 'whole' ? 0 : 1)
`

let cachedScript: string | null = null
const program = (): string => {
  cachedScript ??= parts.map(statementsOf).join('\n')
  return cachedScript
}

/**
 * Data of a verifier: keys of the server, certificates of authorities (base64 of DER), and the script for reading time
 * stamps, null if there is none.
 */
export type VerifierParts = { keys: readonly KnownKey[]; authorities: readonly string[]; reader: string | null }

/**
 * The verifier as one file, to check exports without this server and without a network: the same statements as on the
 * page, with this server's current keys.
 */
export const verifierProgram = ({ keys, authorities, reader }: VerifierParts): string =>
  [
    '// Checks sealed logbook exports of Vigilux. Needs Node 20 or newer, and no network.',
    `const knownKeys = ${JSON.stringify(keys)}`,
    `const knownAuthorities = ${JSON.stringify(authorities)}`,
    program(),
    '// Reads time stamps by the library pkijs, which is all in here. https://github.com/PeculiarVentures/PKI.js',
    reader ?? 'const timeStampReader = null',
    main,
  ].join('\n')

export const verifierScript = async (db: Tx, parts: Omit<VerifierParts, 'keys'>): Promise<string> =>
  verifierProgram({
    ...parts,
    keys: (await listKeys(db)).map(({ publicKey, since, until }) => ({ publicKey, since, until })),
  })
