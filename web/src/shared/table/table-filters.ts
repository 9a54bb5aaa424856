import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'

/** A filter besides the chips: several values and several filters can be active at once. */
export type Filter<Row> = {
  /** Also the name of its search param. */
  id: string
  label: string
  /** A row's values of this filter; any of them matches. */
  valuesOf: (row: Row) => readonly string[]
  labelOf: (value: string) => string
  /** Rows per value when the server filters; without it the rows are counted here. */
  counts?: Readonly<Record<string, number>>
  /** Shown as toggle buttons next to the chips instead of in the panel. */
  icon?: ComponentType<IconProps>
}

/** Chosen values by filter; a row matches with at least one of them. */
export type ChosenFilters = Readonly<Record<string, readonly string[]>>

/** A filter in the interface, with its chosen values. */
export type FilterPart = { id: string; label: string; chosen: readonly string[] }

export type FilterOption = { value: string; label: string; count: number }

/** Rows after every filter, or after all but one. */
export function applyFilters<Row>(
  rows: readonly Row[],
  filters: readonly Filter<Row>[] | undefined,
  chosen: ChosenFilters | undefined,
  exceptId?: string,
): readonly Row[] {
  const active = (filters ?? [])
    .filter(({ id }) => id !== exceptId && chosen?.[id]?.length)
    .map(({ id, valuesOf }) => ({ valuesOf, wanted: new Set(chosen?.[id]) }))
  if (active.length === 0) return rows
  return rows.filter((row) =>
    active.every(({ valuesOf, wanted: wantedValues }) => valuesOf(row).some((value) => wantedValues.has(value))),
  )
}

/** The values of the rows with their counts, by name; includes chosen values without rows. */
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

/** The choice with one value added or removed. */
export function withValue(chosen: ChosenFilters | undefined, id: string, value: string): ChosenFilters {
  const chosenValues = chosen?.[id] ?? []
  const values = chosenValues.includes(value)
    ? chosenValues.filter((other) => other !== value)
    : [...chosenValues, value]
  return { ...chosen, [id]: values }
}

/** Maximum values of one filter in a link; further ones are dropped. */
const maxValues = 50

/** Comma-separated values of a search param. */
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
