import type { ReactNode } from 'react'
import { usePlants } from '../../shared/plant/plant.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { NoPlants } from './NoPlants.tsx'
import { OwnerHome } from './OwnerHome.tsx'
import { plantFilters, questionOf, worstFirst } from './plants.reads.ts'

/** Maximum plants on an owner's home; the list has all. */
const maxOwnerPlants = 6

/** The answer about an owner's plants; `list` shows archived ones where no others exist. */
export function OwnPlants({ list }: { list: ReactNode }) {
  const [state] = useTableState('', worstFirst, plantFilters)
  const { plants, total, archived } = usePlants({ ...questionOf(state, false), page: state.page })
  if (total === 0) return archived > 0 ? list : <NoPlants />
  if (total > plants.length) return <ManyOwnPlants />
  return <OwnerHome plants={plants} shown={maxOwnerPlants} total={total} />
}

/** Maximum plants about which the home of an owner says something, the worst first. */
const maxJudged = 100

function ManyOwnPlants() {
  const [state] = useTableState('', worstFirst, plantFilters)
  const { plants, total } = usePlants({ ...questionOf(state, false), page: 1, pageSize: maxJudged })
  return <OwnerHome plants={plants} shown={maxOwnerPlants} total={total} />
}
