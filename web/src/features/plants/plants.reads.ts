import { plantSortKeys } from '@vigilux/contract/features/overview/plant-sort-keys.ts'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import type { ActionInput } from '../../shared/api/actions.ts'
import type { FirstReads } from '../../shared/api/first-reads.ts'
import { actionQuery } from '../../shared/api/use-action.ts'
import type { TableState } from '../../shared/table/table-model.ts'
import { tableStateOf } from '../../shared/table/table-state.ts'

export const worstFirst = { column: 'state', descending: false }

/** What the address asks for, as the server understands it; nonsense in it is left out. */
export function questionOf({ search, chip, sort }: TableState): ActionInput<'getAllPlants'> {
  const condition = conditions.find((name) => name === chip)
  const key = plantSortKeys.find((name) => name === sort?.column)
  return {
    ...(search ? { search: search.slice(0, 120) } : {}),
    ...(condition ? { condition } : {}),
    ...(key && sort ? { sort: key, descending: sort.descending } : {}),
  }
}

export const plantReads: FirstReads = {
  home: ({ search }) => {
    const state = tableStateOf(search, '', worstFirst)
    return [actionQuery('getAllPlants', { ...questionOf(state), page: state.page })]
  },
}
