import { IconHourglassLow } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { StatePanel } from '../../shared/feedback/StatePanel.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { UnitsPage } from '../central-units/index.ts'
import { LampsPage } from './LampsPage.tsx'
import { listOfKind } from './lamp-lists.ts'

/** The device lists of the menu, by the kind in the address. */
export function DevicesPage() {
  const { devicesType = 'all' } = useParams({ strict: false }) as { devicesType?: string }
  const list = listOfKind[devicesType]
  if (devicesType === 'centralunits') return <UnitsPage />
  if (devicesType === 'bluetooth' || devicesType === 'gateway') return <ListOfLater kind={devicesType} />
  // A kind that nobody knows: all devices.
  return <LampsPage key={list ?? 'all'} list={list ?? 'all'} />
}

function ListOfLater({ kind }: { kind: 'bluetooth' | 'gateway' }) {
  const { t } = useTranslation('lamps')
  const { plantId } = useOpenPlant()
  return (
    <>
      <PageHeader ownTitle title={t(`later.${kind}`)} />
      <div className="vx-card">
        <StatePanel icon={IconHourglassLow} title={t('later.title')}>
          <p>{t(`later.${kind}Text`)}</p>
          <AppLink to={pathTo('devices', { plantId })}>{t('title.all')}</AppLink>
        </StatePanel>
      </div>
    </>
  )
}
