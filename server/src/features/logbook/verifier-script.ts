import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { Tx } from '../../kernel/transaction.ts'
import { listKeys } from './logbook-keys.store.ts'

const parts = ['chain.rules', 'web-crypto', 'verify-export']

/** A module of the contract as plain statements: its types and the words that join it to others are taken out. */
const statementsOf = (part: string): string => {
  const path = new URL(import.meta.resolve(`@vigilux/contract/features/logbook/${part}.ts`))
  return stripTypeScriptTypes(readFileSync(path, 'utf8'))
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/^export /gm, '')
}

const main = `
const [file, ...others] = process.argv.slice(2)
if (!file || others.length > 0) {
  console.error('usage: node vigilux-verify.mjs <export.jsonl>')
  process.exit(2)
}
const { createReadStream } = await import('node:fs')
const found = await verifyExport(createReadStream(file, 'utf8'), knownKeys, webCrypto(globalThis.crypto.subtle))
const { header, ...verdict } = found
const about = header && {
  plant: header.plant.name,
  entries: header.from + ' to ' + header.to,
  head: header.head,
  key: header.key.id,
  timeStamp: 'no time stamp',
  exportedAt: header.exportedAt,
}
console.log(JSON.stringify({ ...verdict, ...about }, null, 2))
process.exit(found.verdict === 'whole' ? 0 : 1)
`

let made: string | null = null
const program = (): string => {
  made ??= parts.map(statementsOf).join('\n')
  return made
}

/**
 * The verifier as one file, for whoever wants to check exports without this server and without a network: the same statements
 * that the page runs, and the keys of this server as they are known now.
 */
export const verifierScript = async (db: Tx): Promise<string> => {
  const keys = (await listKeys(db)).map(({ publicKey }) => publicKey)
  const head = '// Checks sealed logbook exports of Vigilux. Needs Node 20 or newer, and no network.'
  return [head, `const knownKeys = ${JSON.stringify(keys)}`, program(), main].join('\n')
}
