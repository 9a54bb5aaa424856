import { readFile } from 'node:fs/promises'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Typesetter } from '../../ports/typesetter.ts'
import { type Words, wordsOf } from './report-words.ts'

/**
 * Puts what a report holds on paper: tagged PDF/A in the reader's language. `dataOf` words it for the Typst source of that name,
 * every text of people made printable.
 */
export const onPaper =
  <Content extends { madeAt: Date }>(
    name: string,
    dataOf: (content: Content, words: Words, language: Language, printable: Typesetter['printable']) => unknown,
  ) =>
  async (content: Content, language: Language, typesetter: Typesetter, signal: AbortSignal): Promise<Uint8Array> => {
    const source = await readFile(new URL(name, import.meta.url), 'utf8')
    const data = dataOf(content, await wordsOf(language), language, typesetter.printable)
    return typesetter.typeset({ source, data, madeAt: content.madeAt }, signal)
  }
