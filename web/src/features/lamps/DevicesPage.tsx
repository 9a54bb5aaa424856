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
  if (list) return <LampsPage key={list} list={list} />
  return <NoSuchList kind={devicesType} />
}

function NoSuchList({ kind }: { kind: string }) {
  const { t } = useTranslation('lamps')
  const { plantId } = useOpenPlant()
  const later = kind === 'bluetooth' || kind === 'gateway' ? kind : undefined
  return (
    <>
      <PageHeader ownTitle title={later ? t(`later.${later}`) : t('title.all')} />
      <div className="vx-card">
        <StatePanel icon={IconHourglassLow} title={later ? t('later.title') : t('later.none')}>
          {later ? <p>{t(`later.${later}Text`)}</p> : null}
          <AppLink to={pathTo('devices', { plantId })}>{t('title.all')}</AppLink>
        </StatePanel>
      </div>
    </>
  )
}
