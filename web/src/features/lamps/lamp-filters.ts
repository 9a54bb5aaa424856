import { isInAggregation } from '@vigilux/contract/features/aggregations/aggregation.rules.ts'
import type { Aggregation } from '@vigilux/contract/features/aggregations/aggregation.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { TFunction } from 'i18next'
import { errorText } from '../../shared/i18n/i18n.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import type { Filter } from '../../shared/table/table-filters.ts'

/** Filter value in the address for lamps without any. */
const none = 'none'

export type FilterTexts = {
  t: TFunction<'lamps'>
  /** "3 Stairs": a group with its name. */
  group: (cu: string, group: number) => string
  /** A unit's serial with its name. */
  unit: (topic: string) => string
  severalUnits: boolean
  /** A lamp's room and its parents, innermost first; empty without a room. */
  roomsOf: (lamp: Lamp) => readonly string[]
  room: (id: string) => string
  hasRooms: boolean
  /** The zones of a lamp; empty without one. */
  zonesOf: (lamp: Lamp) => readonly string[]
  zone: (id: string) => string
  hasZones: boolean
  /** The plant's aggregations. */
  aggregations: readonly Aggregation[]
}

const nowhere = [none]
const kindOf = ({ type, function: function_ }: Lamp): string => (type === 'emergency' && function_ ? function_ : type)

/** Group numbers are only unique within a unit. */
const groupKey = (cu: string, group: number): string => `${cu}.${group}`

/** The aggregations of a device; ignores those of other units. */
function aggregationsOf(aggregations: readonly Aggregation[]): (lamp: Lamp) => readonly string[] {
  const byUnit = Map.groupBy(aggregations, ({ cu }) => cu)
  return (lamp) => {
    const ids = (byUnit.get(lamp.cu) ?? []).filter((one) => isInAggregation(lamp, one)).map(({ id }) => id)
    return ids.length > 0 ? ids : [none]
  }
}

/** Filters of device lists besides the state; filters with a single value are left out. */
export function lampFilters(words: FilterTexts): readonly Filter<Lamp>[] {
  const { t } = words
  const unknown = (value: string) => (value === none ? t('unknown') : value)
  const groupLabel = (value: string) => {
    const at = value.lastIndexOf('.')
    if (at === -1) return t('filter.noGroup')
    const [cu, group] = [value.slice(0, at), Number(value.slice(at + 1))]
    const label = words.group(cu, group)
    return words.severalUnits ? t('filter.groupOfUnit', { group: label, unit: serialOf(cu) }) : label
  }
  const unit: Filter<Lamp> = {
    id: 'unit',
    label: t('column.unit'),
    valuesOf: ({ cu }) => [cu],
    labelOf: words.unit,
  }
  const room: Filter<Lamp> = {
    id: 'room',
    label: t('column.room'),
    valuesOf: (lamp) => {
      const rooms = words.roomsOf(lamp)
      return rooms.length > 0 ? rooms : nowhere
    },
    labelOf: (value) => (value === none ? t('filter.noRoom') : words.room(value)),
  }
  const zone: Filter<Lamp> = {
    id: 'zone',
    label: t('column.zone'),
    valuesOf: (lamp) => {
      const zones = words.zonesOf(lamp)
      return zones.length > 0 ? zones : nowhere
    },
    labelOf: (value) => (value === none ? t('filter.noZone') : words.zone(value)),
  }
  const named = new Map(words.aggregations.map(({ id, name }) => [id, name]))
  const aggregation: Filter<Lamp> = {
    id: 'aggregation',
    label: t('filter.aggregation'),
    valuesOf: aggregationsOf(words.aggregations),
    labelOf: (value) => (value === none ? t('filter.noAggregation') : (named.get(value) ?? t('unknown'))),
  }
  return [
    {
      id: 'type',
      label: t('column.kind'),
      valuesOf: (lamp) => [kindOf(lamp)],
      labelOf: (value) => t([`function.${value}`, `type.${value}`] as never),
    },
    {
      id: 'group',
      label: t('filter.group'),
      valuesOf: ({ cu, groups }) => (groups.length > 0 ? groups.map((group) => groupKey(cu, group)) : [none]),
      labelOf: groupLabel,
    },
    ...(words.aggregations.length > 0 ? [aggregation] : []),
    ...(words.hasRooms ? [room] : []),
    ...(words.hasZones ? [zone] : []),
    ...(words.severalUnits ? [unit] : []),
    {
      id: 'fault',
      label: t('filter.fault'),
      valuesOf: ({ errors }) => errors,
      labelOf: (code) => errorText('errors.lamp', code) ?? code,
    },
    {
      id: 'product',
      label: t('fact.product'),
      valuesOf: ({ product_code }) => [product_code ?? none],
      labelOf: unknown,
    },
  ]
}
