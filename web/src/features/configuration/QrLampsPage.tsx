import { IconQrcode } from '@tabler/icons-react'
import { maxScannedSerials } from '@vigilux/contract/features/configuration/configuration.actions.ts'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { useAllLamps } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { topicOf, useUnitTypes, useWhyNotAllowed } from '../central-units/index.ts'
import * as styles from './configuration.module.css'
import { ScanEntry } from './ScanEntry.tsx'
import { ScannedLamps } from './ScannedLamps.tsx'
import { type SavedScans, useSavedScans } from './saved-scans.ts'
import { addScan } from './scan-list.ts'

/** Lamps scanned from the ladder in sequence, checked, and added to a unit. */
export function QrLampsPage() {
  const { t } = useTranslation('configuration')
  const { plantId, units } = useCurrentPlant()
  const types = useUnitTypes()
  const lamps = useAllLamps(plantId)
  const savedScans = useSavedScans(plantId)
  const navigateTo = useNavigateTo()
  const blockedReason = useWhyNotAllowed()
  const add = (
    <ReasonButton blockedReason={blockedReason} onClick={() => navigateTo(pathTo('addUnit', { plantId }))}>
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
        <div className={styles.scan}>
          <Entry savedScans={savedScans} />
          <ScannedLamps
            savedScans={savedScans}
            lamps={lamps}
            types={types}
            units={units.map((unit) => ({ unit, topic: topicOf(unit) }))}
          />
        </div>
      )}
    </>
  )
}

type EntryProps = { savedScans: [SavedScans, (change: Partial<SavedScans>) => void] }

/** Each code is added to the list, or the reason for a rejection is shown. */
function Entry({ savedScans: [{ scans }, saveScans] }: EntryProps) {
  const { t } = useTranslation('configuration')
  const addContent = (content: string) => {
    const { scans: next, refused } = addScan(scans, content)
    if (!refused) saveScans({ scans: next, isWaiting: false })
    const text = content.slice(0, 60)
    const message = refused ? t(`scan.${refused}`, { text, max: maxScannedSerials }) : t('scan.joined', { text })
    return { message, isGood: refused === undefined }
  }
  return <ScanEntry typedLabel={t('scan.typed')} joinLabel={t('scan.join')} onContent={addContent} />
}
