import type { Formats } from './format.ts'

/** "12 kB", "1.4 MB": how large a file is; a part of a kilobyte counts as one. */
export const fileSize = (bytes: number, { number }: Pick<Formats, 'number'>): string => {
  const kilobytes = Math.ceil(bytes / 1024)
  if (kilobytes < 1_000) return number(kilobytes, { style: 'unit', unit: 'kilobyte' })
  return number(kilobytes / 1024, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
}
