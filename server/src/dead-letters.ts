import { parseArgs } from 'node:util'
import { openDatabase } from './adapters/database/open-database.ts'
import { runningDatabase } from './adapters/database/running-database.ts'
import { createLog } from './adapters/log.ts'
import { type DeadLetterRow, findDeadLetter, listDeadLetters } from './kernel/dead-letters.store.ts'

/** Command of docs/operations/dead-letters.md: lists the messages that were set aside, or shows one. */
const { values } = parseArgs({
  options: { unit: { type: 'string' }, show: { type: 'string' }, json: { type: 'boolean', default: false } },
})

const dataDir = process.env.DATA_DIR ?? './data'

/** What a unit sent may hold what a terminal obeys. */
const harmless = (text: string): string =>
  text.replaceAll(/[^\P{C}\n]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const print = (line: string): void => void process.stdout.write(`${line}\n`)

type Head = Awaited<ReturnType<typeof listDeadLetters>>[number]

const lineOf = ({ id, receivedAt, unit, channel, reason, tries, bytes, error }: Head): string =>
  harmless([id, receivedAt.toISOString(), unit, channel, reason, `${tries}x`, `${bytes} B`, error].join('  '))

const show = ({ payload, ...letter }: DeadLetterRow): void => {
  if (values.json) print(JSON.stringify({ ...letter, payload: payload.toString('base64') }))
  else print(`${lineOf({ ...letter, bytes: payload.length })}\n${harmless(payload.toString())}`)
}

const database = await openDatabase({
  databaseUrl: process.env.DATABASE_URL ?? runningDatabase(dataDir)?.url,
  dataDir,
  poolSize: 1,
  log: createLog('warn'),
})
try {
  if (values.show === undefined) {
    for (const letter of await listDeadLetters(database.db, values.unit))
      print(values.json ? JSON.stringify(letter) : lineOf(letter))
  } else {
    const letter = await findDeadLetter(database.db, Number(values.show))
    if (letter) show(letter)
    else {
      process.stderr.write(`There is no dead letter ${values.show}\n`)
      process.exitCode = 1
    }
  }
} finally {
  await database.close()
}
