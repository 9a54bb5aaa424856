import { type Zone, zoneLampsAtOnce } from '@vigilux/contract/features/zones/zone.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastDone } from '../../shared/feedback/toast.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'

type Change = 'add' | 'remove'

/** Puts any number of lamps into a zone or takes them out, in as many calls as it takes; `change` is what is being done. */
export function useZoneLamps() {
  const { t } = useTranslation('zones')
  const { plantId } = useOpenPlant()
  const [change, setChange] = useState<Change>()
  const update = useActionMutation('updateZoneLamps', { refresh: ['getZoneLamps'] })
  const write = async (
    { id, zoneName }: Pick<Zone, 'id' | 'zoneName'>,
    lamps: readonly { cu: string; id: number }[],
    way: Change,
  ): Promise<void> => {
    setChange(way)
    try {
      const places = lamps.map(({ cu, id: addr }) => ({ topic: cu, addr }))
      for (let from = 0; from < places.length; from += zoneLampsAtOnce) {
        const some = places.slice(from, from + zoneLampsAtOnce)
        await update.mutateAsync({ plantId, zoneId: id, lamps: some, change: way })
      }
      toastDone(t(way === 'add' ? 'assign.done' : 'assign.taken', { count: lamps.length, zone: zoneName }))
    } finally {
      setChange(undefined)
    }
  }
  return { write, change, error: update.error }
}
