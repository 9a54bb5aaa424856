import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { MonitoringZone } from '@vigilux/contract/features/monitoring-zones/monitoring-zone.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastDone } from '../../shared/feedback/toast.ts'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { byUnit } from '../../shared/plant/unit-topic.ts'

/** Adds lamps to a monitoring zone or removes them, all or none, and reports the result. */
export function useMonitoringLamps() {
  const { t } = useTranslation('monitoring-zones')
  const { list } = useFormats()
  const { plantId } = useCurrentPlant()
  const [isWriting, setWriting] = useState(false)
  const update = useActionMutation('updateZoneEnergyLamps', { refresh: ['getMonitoringZonesPost'] })
  const writeLamps = async (zone: MonitoringZone, lamps: readonly Lamp[], change: 'add' | 'remove'): Promise<void> => {
    setWriting(true)
    const { taken: takenLamps, taken_count } = await update
      .mutateAsync({ plantId, zoneId: zone.id, lamps: byUnit(lamps), change })
      .finally(() => setWriting(false))
    const done = { count: lamps.length - taken_count, zone: zone.name }
    toastDone(t(change === 'add' ? 'added' : 'takenOut', done))
    const first = takenLamps
      .slice(0, 10)
      .map((one) => t('takenLamp', { number: lampNumber(one.addr), zone: one.zone_name }))
    if (first.length > 0) toastDone(t('taken', { lamps: list(first) }))
  }
  return { write: writeLamps, writing: isWriting, error: update.error }
}
