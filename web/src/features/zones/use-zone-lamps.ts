import type { Zone } from '@vigilux/contract/features/zones/zone.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastDone } from '../../shared/feedback/toast.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { byUnit } from '../../shared/plant/unit-topic.ts'

type Change = 'add' | 'remove'

/** Adds any number of lamps to a zone or removes them, all or none; `change` is the change in progress. */
export function useZoneLamps() {
  const { t } = useTranslation('zones')
  const { plantId } = useCurrentPlant()
  const [change, setChange] = useState<Change>()
  const update = useActionMutation('updateZoneLamps', { refresh: ['getZoneLamps'] })
  const writeLamps = async (
    { id, zoneName }: Pick<Zone, 'id' | 'zoneName'>,
    lamps: readonly { cu: string; id: number }[],
    change: Change,
  ): Promise<void> => {
    setChange(change)
    try {
      await update.mutateAsync({ plantId, zoneId: id, lamps: byUnit(lamps), change: change })
      toastDone(t(change === 'add' ? 'assign.done' : 'assign.taken', { count: lamps.length, zone: zoneName }))
    } finally {
      setChange(undefined)
    }
  }
  return { write: writeLamps, change, error: update.error }
}
