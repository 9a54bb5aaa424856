import { readFile } from 'node:fs/promises'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Typesetter } from '../../../ports/typesetter.ts'
import { loadReportTexts, type ReportTexts } from '../report-texts.ts'
import { type AttachedData, attachmentsOf } from './attached-data.ts'
import { type DocumentContent, pageFooter } from './document-stamp.ts'

const sourceOf = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8')

/**
 * Creates the renderer of a document: tagged PDF/A-3 in the reader's language, with the logbook head on each page.
 * `dataOf` words the content for the Typst source of this name, with every user text made printable; `attachedOf`
 * returns the data for programs.
 */
export const pdfRenderer =
  <Content extends DocumentContent>(
    name: string,
    dataOf: (content: Content, texts: ReportTexts, language: Language, printable: Typesetter['printable']) => object,
    attachedOf: (content: Content) => AttachedData,
    picturesOf: (content: Content) => { name: string; content: Uint8Array }[] = () => [],
  ) =>
  async (content: Content, language: Language, typesetter: Typesetter, signal: AbortSignal): Promise<Uint8Array> => {
    const source = (await Promise.all(['foot.typ', name, 'attached.typ'].map(sourceOf))).join('\n')
    const texts = await loadReportTexts(language)
    const data = {
      ...dataOf(content, texts, language, typesetter.printable),
      foot: pageFooter(content, texts, language, typesetter.printable),
    }
    const attachments = attachmentsOf(content, attachedOf(content))
    const pictures = picturesOf(content)
    return typesetter.typeset({ source, data, attachments, pictures, madeAt: content.madeAt }, signal)
  }
