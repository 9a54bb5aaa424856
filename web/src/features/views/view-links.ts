import type { View, ViewParams } from '@vigilux/contract/features/views/view.ts'
import { kindOfList } from '../../shared/plant/lamps.ts'
import type { SearchParams } from '../../shared/search-params.ts'
import { pathTo } from '../../site-map.ts'

const keys = [
  'q',
  'f',
  'unit',
  'type',
  'group',
  'aggregation',
  'room',
  'zone',
  'fault',
  'product',
  'sort',
  'cols',
] as const

/** The search params of a view, without the page and the open detail. */
export function viewParamsOf(search: SearchParams): ViewParams {
  return Object.fromEntries(keys.flatMap((key) => (search[key] ? [[key, search[key]]] : [])))
}

/** The address of a view, with all its params: it shows the same list to any member. */
export function viewPath(plantId: string, { list, params }: Pick<View, 'list' | 'params'>): string {
  const kind = kindOfList[list]
  const search = Object.fromEntries(keys.flatMap((key) => (params[key] ? [[key, params[key]]] : [])))
  return pathTo('devices', { plantId, devicesType: kind === 'all' ? undefined : kind }, search)
}

/** Whether two lists have the same filters, order and columns. */
export function isSameView(a: ViewParams, b: ViewParams): boolean {
  return keys.every((key) => (a[key] ?? '') === (b[key] ?? ''))
}
