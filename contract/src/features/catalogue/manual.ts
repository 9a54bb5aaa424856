import { z } from 'zod'
import { language } from '../../kernel/primitives.ts'
import { productCode } from './product.ts'

/** Parameters in the address of a manual. */
export const manualAddress = z.strictObject({ language, code: productCode })
export type ManualAddress = z.infer<typeof manualAddress>

/** Path of the public manual of a product: a PDF in the requested language. */
export const manualPath = ({ language: textLanguage, code }: ManualAddress): string =>
  `/manuals/${textLanguage}/${encodeURIComponent(code)}.pdf`
