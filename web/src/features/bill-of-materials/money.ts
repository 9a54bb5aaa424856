import type { Bill } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import { useFormats } from '../../shared/format/format.ts'

/** Formats a bill's amounts in the plant's currency, "–" for none; null for a bill without prices. */
export function useFormatMoney({ prices }: Pick<Bill, 'prices'>): ((cents: number | null) => string) | null {
  const { number } = useFormats()
  if (!prices) return null
  return (cents) => (cents === null ? '–' : number(cents / 100, { style: 'currency', currency: prices.currency }))
}
