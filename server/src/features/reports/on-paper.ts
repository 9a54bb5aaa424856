import { readFile } from 'node:fs/promises'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Typesetter } from '../../ports/typesetter.ts'
import { footOf, type Proof } from './proof.ts'
import { type Words, wordsOf } from './report-words.ts'

const sourceOf = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8')

/**
 * Puts what a report holds on paper: tagged PDF/A in the reader's language, each page with the head of the logbook. `dataOf` words it
 * for the Typst source of that name, every text of people made printable.
 */
export const onPaper =
  <Content extends { madeAt: Date; timezone: string; proof: Proof }>(
    name: string,
    dataOf: (content: Content, words: Words, language: Language, printable: Typesetter['printable']) => object,
  ) =>
  async (content: Content, language: Language, typesetter: Typesetter, signal: AbortSignal): Promise<Uint8Array> => {
    const source = `${await sourceOf('foot.typ')}\n${await sourceOf(name)}`
    const words = await wordsOf(language)
    const data = {
      ...dataOf(content, words, language, typesetter.printable),
      foot: footOf(content, words, language),
    }
    return typesetter.typeset({ source, data, madeAt: content.madeAt }, signal)
  }
