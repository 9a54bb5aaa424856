import { useTranslation } from 'react-i18next'
import { pathTo } from '../../site-map.ts'
import { PageTabs } from '../layout/PageTabs.tsx'
import { useCurrentPlant } from './plant.ts'

/** Tabs for rooms and floor plans, which share a screen. */
export function RoomTabs({ side }: { side: 'rooms' | 'plans' }) {
  const { t } = useTranslation('shell')
  const { plantId } = useCurrentPlant()
  return (
    <PageTabs
      label={t('menu.rooms')}
      tabs={[
        { to: pathTo('plantLocations', { plantId }), text: t('menu.rooms'), current: side === 'rooms' },
        { to: pathTo('plantMaps', { plantId }), text: t('menu.floorPlans'), current: side === 'plans' },
      ]}
    />
  )
}
