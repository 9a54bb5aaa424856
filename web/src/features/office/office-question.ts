import { officeSortKeys } from '@vigilux/contract/features/office/office-plant.ts'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { tiers } from '@vigilux/contract/features/plants/tiers.ts'
import { countryCodes } from '@vigilux/contract/kernel/countries.ts'
import type { ActionInput } from '../../shared/api/actions.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { useTableState } from '../../shared/table/table-state.ts'

export const worstFirst = { column: 'state', descending: false }

/** The query from the address; invalid parts are dropped. */
export function useOfficeQuestion(): ActionInput<'getSummaryPlants'> {
  const [{ search, chip, sort }] = useTableState('', worstFirst)
  const [params] = useSearchParams()
  const condition = conditions.find((name) => name === chip)
  const key = officeSortKeys.find((name) => name === sort?.column)
  const country = countryCodes.find((code) => code === params.country)
  const tier = tiers.find((name) => name === params.tier)
  return {
    ...(search ? { search: search.slice(0, 120) } : {}),
    ...(condition ? { condition } : {}),
    ...(key && sort ? { sort: key, descending: sort.descending } : {}),
    ...(country ? { country } : {}),
    ...(tier ? { tier } : {}),
    ...(params.administrator === 'none' ? { withoutAdministrator: true } : {}),
    ...(params.chain ? { chain: params.chain.slice(0, 60) } : {}),
  }
}
