import { parseArgs } from 'node:util'
import { type DeadLetterRow, findDeadLetter, listDeadLetters } from '../kernel/dead-letters.store.ts'
import { print, withDatabase } from './operator.ts'

/** Command of docs/operations/dead-letters.md: lists dead letters, or shows one. */
const { values } = parseArgs({
  options: { unit: { type: 'string' }, show: { type: 'string' }, json: { type: 'boolean', default: false } },
})

/** Escapes control characters, which a terminal would execute. */
const printable = (text: string): string =>
  text.replaceAll(/[^\P{C}\n]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

type Head = Awaited<ReturnType<typeof listDeadLetters>>[number]

const lineOf = ({ id, receivedAt, unit, channel, reason, tries, bytes, error }: Head): string =>
  printable([id, receivedAt.toISOString(), unit, channel, reason, `${tries}x`, `${bytes} B`, error].join('  '))

const show = ({ payload, ...letter }: DeadLetterRow): void => {
  if (values.json) print(JSON.stringify({ ...letter, payload: payload.toString('base64') }))
  else print(`${lineOf({ ...letter, bytes: payload.length })}\n${printable(payload.toString())}`)
}

await withDatabase(async ({ db }) => {
  if (values.show === undefined) {
    for (const letter of await listDeadLetters(db, values.unit))
      print(values.json ? JSON.stringify(letter) : lineOf(letter))
    return
  }
  const letter = await findDeadLetter(db, Number(values.show))
  if (letter) return show(letter)
  process.stderr.write(`There is no dead letter ${values.show}\n`)
  process.exitCode = 1
})
