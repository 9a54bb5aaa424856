import type { Formats } from './format.ts'

/** File size such as "12 kB" or "1.4 MB"; a started kilobyte counts as one. */
export const fileSize = (bytes: number, { number }: Pick<Formats, 'number'>): string => {
  const kilobytes = Math.ceil(bytes / 1024)
  if (kilobytes < 1_000) return number(kilobytes, { style: 'unit', unit: 'kilobyte' })
  return number(kilobytes / 1024, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
}
