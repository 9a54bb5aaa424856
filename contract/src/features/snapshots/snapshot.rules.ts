import type { Difference, UnitConfiguration } from './snapshot.ts'

const unitParts = ['name', 'numLamp', 'ratedHours', 'functional', 'autonomy', 'contacts', 'flags'] as const
const lampParts = ['serial', 'name', 'groups', 'params'] as const

/** JSON with sorted keys: equal values have equal texts. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  ) ?? 'null'

const compareValue = (lamp: number | null, what: Difference['what'], before: unknown, after: unknown): Difference[] =>
  canonical(before) === canonical(after) ? [] : [{ lamp, what, before: before ?? null, after: after ?? null }]

/** All differences between two configurations: the unit first, then lamp by lamp. */
export const diffConfigurations = (before: UnitConfiguration, after: UnitConfiguration): Difference[] => {
  const lampsBefore = new Map(before.lamps.map((lamp) => [lamp.addr, lamp]))
  const lampsAfter = new Map(after.lamps.map((lamp) => [lamp.addr, lamp]))
  const addrs = [...new Set([...lampsBefore.keys(), ...lampsAfter.keys()])].sort((a, b) => a - b)
  return [
    ...unitParts.flatMap((what) => compareValue(null, what, before[what], after[what])),
    ...addrs.flatMap((addr) =>
      lampParts.flatMap((what) =>
        compareValue(addr, what, lampsBefore.get(addr)?.[what], lampsAfter.get(addr)?.[what]),
      ),
    ),
  ]
}
