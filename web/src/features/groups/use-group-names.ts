import type { GroupName } from '@vigilux/contract/features/groups/group.ts'
import { useMemo } from 'react'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'

/** The name of a unit's group; undefined when it has none. */
export function useGroupNames(): (cu: string, group: number) => GroupName | undefined {
  const { plantId } = useCurrentPlant()
  const groups = useAnswer('getGroups', { plantId }).groups
  return useMemo(() => {
    const byKey = new Map(groups.map((group) => [`${group.cu}.${group.group}`, group]))
    return (cu, group) => byKey.get(`${cu}.${group}`)
  }, [groups])
}

/** "3 Stairs": number and name of a group. */
export function useGroupLabel(): (cu: string, group: number) => string {
  const nameOf = useGroupNames()
  return useMemo(
    () => (cu, group) => {
      const name = nameOf(cu, group)?.name
      return name ? `${group} ${name}` : String(group)
    },
    [nameOf],
  )
}
