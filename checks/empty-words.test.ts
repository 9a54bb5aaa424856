import { expect, test } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/** A sentence never shows a dash for a missing value ("after – h of charge"): it has a variant without the value. */

/** Calls with a text as result: translations, and functions named after a label, a text or a description. */
const calls = /(?<![\w.])(?:t|t[A-Z]\w*|i18next\.t|describe\w*|\w*[lL]abel(?:Of)?|\w*[tT]ext(?:Of)?)\(/g

/** The source of a call, from its opening bracket to the closing one. */
function argumentsAt(source: string, opening: number): string {
  let depth = 0
  for (let at = opening; at < source.length; at += 1) {
    if (source[at] === '(') depth += 1
    if (source[at] === ')') depth -= 1
    if (depth === 0) return source.slice(opening, at + 1)
  }
  return source.slice(opening)
}

const dashesIn = (source: string): string[] =>
  [...source.matchAll(calls)]
    .map((call) => argumentsAt(source, call.index + call[0].length - 1))
    .filter((snippet) => /(?:\?|\|\||:)\s*['"`][–—-]['"`]/.test(snippet))

const sources = repositoryFiles().filter(
  (path) => /^(?:web|server|contract)\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
)

test('translated texts do not use a dash for a missing value', () => {
  expect(sources.length).toBeGreaterThan(1_500)
  expect(sources.flatMap((path) => dashesIn(readSource(path)).map((text) => `${path}: ${text}`))).toEqual([])
})

test.each([
  ["t('end.ended', { time: at(endedAt), name: endedBy ?? '–' })", 1],
  ["t('evidence.tooSoon', {\n  value: value === undefined ? '–' : number(value),\n})", 1],
  ["t('lamp', { number: addr === null ? '–' : lampNumber(addr) })", 1],
  ["cell: ({ by }) => by ?? '–'", 0],
  ["[t('where'), whereOf(entry, words) || '–']", 0],
])('%s', (source, found) => {
  expect(dashesIn(source)).toHaveLength(found)
})
