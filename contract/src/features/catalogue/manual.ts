import { z } from 'zod'
import { language } from '../../kernel/primitives.ts'
import { productCode } from './product.ts'

/** What names a manual in its address. */
export const manualAddress = z.strictObject({ language, code: productCode })
export type ManualAddress = z.infer<typeof manualAddress>

/** Where the manual of a product is fetched, by anybody: a PDF in the language that is asked for. */
export const manualPath = ({ language: inLanguage, code }: ManualAddress): string =>
  `/manuals/${inLanguage}/${encodeURIComponent(code)}.pdf`
