import { useTranslation } from 'react-i18next'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import * as tableStyles from '../../shared/table/table.module.css'
import { pathTo } from '../../site-map.ts'
import { useLampZones } from './use-lamp-zones.ts'

/** Above a list of lamps opened from a zone: how to add lamps to the zone, and the way back. */
export function AddLampsToZone() {
  const { t } = useTranslation('zones')
  const { plantId } = useCurrentPlant()
  const [{ into }] = useSearchParams()
  const { zones } = useLampZones(plantId)
  const zone = into === undefined ? undefined : zones.find(({ id }) => id === into)
  if (!zone) return null
  return (
    <p className={`${tableStyles.growing} vx-no-print`} role="status">
      {t('fill.text', { zone: zone.zoneName })}{' '}
      <AppLink to={pathTo('zoneDetail', { plantId, zoneId: zone.id })}>{t('fill.back')}</AppLink>
    </p>
  )
}
