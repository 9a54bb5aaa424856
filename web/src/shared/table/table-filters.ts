import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'

/** What rows can be narrowed to besides the chips: any of several values, and several filters at once. */
export type Filter<Row> = {
  /** Also its parameter of the address. */
  id: string
  label: string
  /** What a row has of it; a row is found under each. */
  valuesOf: (row: Row) => readonly string[]
  labelOf: (value: string) => string
  /** How many rows each value would leave, where the server filters; without it they are counted. */
  counts?: Readonly<Record<string, number>>
  /** Its values stand beside the chips, each to be pressed, and not in the panel. */
  icon?: ComponentType<IconProps>
}

/** By filter, the values that were chosen of it; rows have one of them at least. */
export type ChosenFilters = Readonly<Record<string, readonly string[]>>

/** A filter as a person sees it: what is chosen of it. */
export type FilterPart = { id: string; label: string; chosen: readonly string[] }

export type FilterOption = { value: string; label: string; count: number }

/** Rows that fit every filter, or all of them but one. */
export function applyFilters<Row>(
  rows: readonly Row[],
  filters: readonly Filter<Row>[] | undefined,
  chosen: ChosenFilters | undefined,
  except?: string,
): readonly Row[] {
  const active = (filters ?? [])
    .filter(({ id }) => id !== except && chosen?.[id]?.length)
    .map(({ id, valuesOf }) => ({ valuesOf, wanted: new Set(chosen?.[id]) }))
  if (active.length === 0) return rows
  return rows.filter((row) => active.every(({ valuesOf, wanted }) => valuesOf(row).some((value) => wanted.has(value))))
}

/** The values that occur in the rows, each with how often, by name; what was chosen is among them although none has it. */
export function optionsOf<Row>(
  rows: readonly Row[],
  filter: Filter<Row>,
  chosen: ChosenFilters | undefined,
  locale?: string,
): FilterOption[] {
  const counts = new Map<string, number>((chosen?.[filter.id] ?? []).map((value) => [value, 0]))
  if (filter.counts) for (const [value, count] of Object.entries(filter.counts)) if (count > 0) counts.set(value, count)
  if (!filter.counts)
    for (const row of rows) for (const value of filter.valuesOf(row)) counts.set(value, (counts.get(value) ?? 0) + 1)
  const texts = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  return [...counts]
    .map(([value, count]) => ({ value, label: filter.labelOf(value), count }))
    .sort((a, b) => texts.compare(a.label, b.label))
}

/** The choice with one value more or less. */
export function withValue(chosen: ChosenFilters | undefined, id: string, value: string): ChosenFilters {
  const before = chosen?.[id] ?? []
  const values = before.includes(value) ? before.filter((other) => other !== value) : [...before, value]
  return { ...chosen, [id]: values }
}

/** As many as a link can carry of one filter; what comes after is left out. */
const maxValues = 50

/** Values in one parameter of the address, parted by commas. */
export function parseValues(text: string | undefined): readonly string[] {
  if (!text) return []
  return text
    .split(',')
    .map((value) => value.replaceAll('%2C', ',').replaceAll('%25', '%'))
    .slice(0, maxValues)
}

export function formatValues(values: readonly string[]): string {
  return values
    .slice(0, maxValues)
    .map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C'))
    .join(',')
}
