import { plantSortKeys } from '@vigilux/contract/features/overview/plant-sort-keys.ts'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { tiers } from '@vigilux/contract/features/plants/tiers.ts'
import { plantRoles } from '@vigilux/contract/kernel/permissions.ts'
import type { ActionInput } from '../../shared/api/actions.ts'
import type { FirstReads } from '../../shared/api/first-reads.ts'
import { actionQuery } from '../../shared/api/use-action.ts'
import type { TableState } from '../../shared/table/table-model.ts'
import { tableStateOf } from '../../shared/table/table-state.ts'

/** Search params of the list's filters. */
export const plantFilters = ['favourite', 'tier', 'role']

export const worstFirst = { column: 'state', descending: false }

/** The query from the address; invalid parts are dropped. */
export function questionOf(
  { search, chip, sort, filters }: TableState,
  isArchived: boolean,
): ActionInput<'getAllPlants'> {
  const condition = conditions.find((name) => name === chip)
  const key = plantSortKeys.find((name) => name === sort?.column)
  return {
    ...(search ? { search: search.slice(0, 120) } : {}),
    ...(condition ? { condition } : {}),
    ...chosenOptions('tiers', tiers, filters?.tier),
    ...chosenOptions('roles', plantRoles, filters?.role),
    ...(filters?.favourite?.length ? { favourites: true } : {}),
    ...(isArchived ? { archived: isArchived } : {}),
    ...(key && sort ? { sort: key, descending: sort.descending } : {}),
  }
}

/** The valid chosen values under their name; empty when none is chosen. */
function chosenOptions<Name extends string, Value extends string>(
  name: Name,
  values: readonly Value[],
  chosen: readonly string[] = [],
): { [N in Name]?: Value[] } {
  const knownValues = values.filter((value) => chosen.includes(value))
  return knownValues.length > 0 ? ({ [name]: knownValues } as { [N in Name]: Value[] }) : {}
}

export const plantReads: FirstReads = {
  home: ({ search }) => {
    const state = tableStateOf(search, '', worstFirst, plantFilters)
    return [actionQuery('getAllPlants', { ...questionOf(state, Boolean(search.archived)), page: state.page })]
  },
}
