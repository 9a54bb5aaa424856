import type { Difference } from '@vigilux/contract/features/snapshots/snapshot.ts'

type Words = { nothing: string; yes: string; no: string; params: (name: string) => string }

/** A value of a configuration in words; lists with commas, parts by name. */
export function valueInWords(value: unknown, words: Words): string {
  if (value === null || value === undefined || value === '') return words.nothing
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (Array.isArray(value))
    return value.length === 0 ? words.nothing : value.map((one) => valueInWords(one, words)).join(', ')
  if (typeof value === 'object') {
    const parts = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined)
    if (parts.length === 0) return words.nothing
    return parts.map(([name, inner]) => `${words.params(name)}: ${valueInWords(inner, words)}`).join(' · ')
  }
  return String(value)
}

/** What differs in the unit itself and in how many lamps. */
export function countDifferences(differences: readonly Difference[]): { unit: number; lamps: number } {
  return {
    unit: differences.filter(({ lamp }) => lamp === null).length,
    lamps: new Set(differences.flatMap(({ lamp }) => (lamp === null ? [] : [lamp]))).size,
  }
}
