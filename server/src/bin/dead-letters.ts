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

const show = ({ payload, ...head }: DeadLetterRow): void => {
  if (values.json) print(JSON.stringify({ ...head, payload: payload.toString('base64') }))
  else print(`${lineOf({ ...head, bytes: payload.length })}\n${printable(payload.toString())}`)
}

await withDatabase(async ({ db }) => {
  if (values.show === undefined) {
    for (const deadLetter of await listDeadLetters(db, values.unit))
      print(values.json ? JSON.stringify(deadLetter) : lineOf(deadLetter))
    return
  }
  const deadLetter = await findDeadLetter(db, Number(values.show))
  if (deadLetter) return show(deadLetter)
  process.stderr.write(`Dead letter ${values.show} does not exist\n`)
  process.exitCode = 1
})
