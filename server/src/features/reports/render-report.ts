import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { ReportContent } from './collect-report.ts'

/** Puts a report on paper: PDF/A in the reader's language. */
export const renderReport = async (
  content: ReportContent,
  language: Language,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  signal.throwIfAborted()
  throw new Error(`no typesetter for ${content.plantname} in ${language}`)
}
