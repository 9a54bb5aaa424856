import { isInAggregation } from '@vigilux/contract/features/aggregations/aggregation.rules.ts'
import type { Aggregation } from '@vigilux/contract/features/aggregations/aggregation.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { TFunction } from 'i18next'
import { errorText } from '../../shared/i18n/i18n.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import type { Filter } from '../../shared/table/table-filters.ts'

/** Filter value in the address for lamps without any. */
const noneValue = 'none'

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

const noPlace = [noneValue]
const kindOf = ({ type, function: function_ }: Lamp): string => (type === 'emergency' && function_ ? function_ : type)

/** Group numbers are only unique within a unit. */
const groupKey = (cu: string, group: number): string => `${cu}.${group}`

/** The aggregations of a device; ignores those of other units. */
function aggregationsOf(aggregations: readonly Aggregation[]): (lamp: Lamp) => readonly string[] {
  const byUnit = Map.groupBy(aggregations, ({ cu }) => cu)
  return (lamp) => {
    const ids = (byUnit.get(lamp.cu) ?? []).filter((one) => isInAggregation(lamp, one)).map(({ id }) => id)
    return ids.length > 0 ? ids : [noneValue]
  }
}

/** Filters of device lists besides the state; filters with a single value are left out. */
export function lampFilters(texts: FilterTexts): readonly Filter<Lamp>[] {
  const { t } = texts
  const unknown = (value: string) => (value === noneValue ? t('unknown') : value)
  const groupLabel = (value: string) => {
    const at = value.lastIndexOf('.')
    if (at === -1) return t('filter.noGroup')
    const [cu, group] = [value.slice(0, at), Number(value.slice(at + 1))]
    const label = texts.group(cu, group)
    return texts.severalUnits ? t('filter.groupOfUnit', { group: label, unit: serialOf(cu) }) : label
  }
  const unit: Filter<Lamp> = {
    id: 'unit',
    label: t('word.unit'),
    valuesOf: ({ cu }) => [cu],
    labelOf: texts.unit,
  }
  const room: Filter<Lamp> = {
    id: 'room',
    label: t('word.room'),
    valuesOf: (lamp) => {
      const rooms = texts.roomsOf(lamp)
      return rooms.length > 0 ? rooms : noPlace
    },
    labelOf: (value) => (value === noneValue ? t('filter.noRoom') : texts.room(value)),
  }
  const zone: Filter<Lamp> = {
    id: 'zone',
    label: t('word.zone'),
    valuesOf: (lamp) => {
      const zones = texts.zonesOf(lamp)
      return zones.length > 0 ? zones : noPlace
    },
    labelOf: (value) => (value === noneValue ? t('filter.noZone') : texts.zone(value)),
  }
  const nameById = new Map(texts.aggregations.map(({ id, name }) => [id, name]))
  const aggregation: Filter<Lamp> = {
    id: 'aggregation',
    label: t('word.aggregation'),
    valuesOf: aggregationsOf(texts.aggregations),
    labelOf: (value) => (value === noneValue ? t('filter.noAggregation') : (nameById.get(value) ?? t('unknown'))),
  }
  return [
    {
      id: 'type',
      label: t('word.type'),
      valuesOf: (lamp) => [kindOf(lamp)],
      labelOf: (value) => t([`function.${value}`, `type.${value}`] as never),
    },
    {
      id: 'group',
      label: t('word.group'),
      valuesOf: ({ cu, groups }) => (groups.length > 0 ? groups.map((group) => groupKey(cu, group)) : [noneValue]),
      labelOf: groupLabel,
    },
    ...(texts.aggregations.length > 0 ? [aggregation] : []),
    ...(texts.hasRooms ? [room] : []),
    ...(texts.hasZones ? [zone] : []),
    ...(texts.severalUnits ? [unit] : []),
    {
      id: 'fault',
      label: t('word.fault'),
      valuesOf: ({ errors }) => errors,
      labelOf: (code) => errorText('errors.lamp', code) ?? code,
    },
    {
      id: 'product',
      label: t('word.product'),
      valuesOf: ({ product_code }) => [product_code ?? noneValue],
      labelOf: unknown,
    },
  ]
}
