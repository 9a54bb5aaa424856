import type { Difference } from '@vigilux/contract/features/snapshots/snapshot.ts'

export type DifferenceTexts = {
  nothing: string
  yes: string
  no: string
  /** The name of a part: `keypadLock`, `period`. */
  part: (name: string) => string
  /** A wire value in words, if it has a text: a date, `4w`, `maintained`. */
  text: (text: string) => string
}

const isParts = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** A configuration value in words; lists with commas, parts by name. */
export function formatValue(value: unknown, texts: DifferenceTexts): string {
  if (value === null || value === undefined || value === '') return texts.nothing
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'string') return texts.text(value)
  if (Array.isArray(value)) return value.map((one) => formatValue(one, texts)).join(', ') || texts.nothing
  if (!isParts(value)) return String(value)
  const parts = Object.entries(value).filter(([, partValue]) => partValue !== undefined)
  return (
    parts.map(([name, partValue]) => `${texts.part(name)}: ${formatValue(partValue, texts)}`).join(' · ') ||
    texts.nothing
  )
}

const areEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Only the differing parts of two structured values; for two lists of such values, only the differing members. */
export function listDiffering(value: unknown, other: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(other) && [...value, ...other].some(isParts))
    return value.filter((one, at) => !areEqual(one, other[at]))
  if (!isParts(value) || !isParts(other)) return value
  const names = Object.keys({ ...other, ...value }).filter((name) => !areEqual(value[name], other[name]))
  return Object.fromEntries(names.map((name) => [name, value[name] ?? null]))
}

/** Number of differences of the unit itself, and number of lamps with differences. */
export function countDifferences(differences: readonly Difference[]): { unit: number; lamps: number } {
  return {
    unit: differences.filter(({ lamp }) => lamp === null).length,
    lamps: new Set(differences.flatMap(({ lamp }) => (lamp === null ? [] : [lamp]))).size,
  }
}
