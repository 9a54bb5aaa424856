import { readFileSync } from 'node:fs'
import { languages } from '@vigilux/contract/kernel/primitives.ts'
import { expect, test } from 'vitest'

type Words = Record<string, Record<string, string>>

const read = (path: string): Words => JSON.parse(readFileSync(path, 'utf8')) as Words

/** The screen and the documents use the same logbook terms, from separate files. */
test('printed and displayed logbook use the same words in every language', () => {
  for (const language of languages) {
    const screen = read(`web/src/features/logbook/locales/${language}.json`)
    const paper = read(`server/src/features/reports/locales/${language}.json`).logbook as unknown as Words
    for (const group of ['kind', 'item', 'certificateOf', 'work', 'proof'])
      expect(paper[group], language).toMatchObject(screen[group] ?? {})
  }
})
