import { IconQrcode } from '@tabler/icons-react'
import { mostScanned } from '@vigilux/contract/features/configuration/configuration.actions.ts'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { useGo } from '../../shared/navigation.tsx'
import { useAllLamps } from '../../shared/plant/lamps.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { topicOf, useUnitTypes, useWhyNotAllowed } from '../central-units/index.ts'
import './configuration.css'
import { type KeptScans, useKeptScans } from './kept-scans.ts'
import { ScanEntry } from './ScanEntry.tsx'
import { ScannedLamps } from './ScannedLamps.tsx'
import { withScan } from './scan-list.ts'

/** Lamps scanned from the ladder, one after the other, checked and added to a unit. */
export function QrLampsPage() {
  const { t } = useTranslation('configuration')
  const { plantId, units } = useOpenPlant()
  const types = useUnitTypes()
  const lamps = useAllLamps(plantId)
  const kept = useKeptScans(plantId)
  const go = useGo()
  const because = useWhyNotAllowed()
  const add = (
    <ReasonButton because={because} onClick={() => go(pathTo('addUnit', { plantId }))}>
      {t('scan.addUnit')}
    </ReasonButton>
  )
  return (
    <>
      <PageHeader ownTitle title={t('scan.title')} facts={t('scan.intro')} />
      {units.length === 0 ? (
        <div className="vx-card">
          <EmptyState icon={IconQrcode} title={t('scan.noUnitTitle')} action={add}>
            {t('scan.noUnitText')}
          </EmptyState>
        </div>
      ) : (
        <div className="vx-scan">
          <Entry kept={kept} />
          <ScannedLamps
            kept={kept}
            lamps={lamps}
            types={types}
            units={units.map((unit) => ({ unit, topic: topicOf(unit) }))}
          />
        </div>
      )}
    </>
  )
}

type EntryProps = { kept: [KeptScans, (change: Partial<KeptScans>) => void] }

/** Each code joins the list, or it is said why not. */
function Entry({ kept: [{ scans }, keep] }: EntryProps) {
  const { t } = useTranslation('configuration')
  const take = (content: string) => {
    const { scans: next, refused } = withScan(scans, content)
    if (!refused) keep({ scans: next, isWaiting: false })
    const text = content.slice(0, 60)
    const words = refused ? t(`scan.${refused}`, { text, most: mostScanned }) : t('scan.joined', { text })
    return { words, isGood: refused === undefined }
  }
  return <ScanEntry typedLabel={t('scan.typed')} joinLabel={t('scan.join')} onContent={take} />
}
