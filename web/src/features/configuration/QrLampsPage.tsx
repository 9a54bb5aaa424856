import { Button, Switch, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconQrcode } from '@tabler/icons-react'
import { mostScanned } from '@vigilux/contract/features/configuration/configuration.actions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { Card, PageHeader } from '../../shared/layout/PageHeader.tsx'
import { useGo } from '../../shared/navigation.tsx'
import { useLamps } from '../../shared/plant/lamps.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { topicOf, useUnitTypes, useWhyNotAllowed } from '../central-units/index.ts'
import './configuration.css'
import { type KeptScans, useKeptScans } from './kept-scans.ts'
import { QrScanner } from './QrScanner.tsx'
import { ScannedLamps } from './ScannedLamps.tsx'
import { withScan } from './scan-list.ts'
import { playScanSound } from './scan-sound.ts'

/** Lamps scanned from the ladder, one after the other, checked and added to a unit. */
export function QrLampsPage() {
  const { t } = useTranslation('configuration')
  const { plantId, units } = useOpenPlant()
  const types = useUnitTypes()
  const lamps = useLamps(plantId, 'all')
  const kept = useKeptScans(plantId)
  const go = useGo()
  const because = useWhyNotAllowed()
  const failed = [types, lamps].find((query) => query.error && !query.data)
  const add = (
    <ReasonButton because={because} onClick={() => go(pathTo('addUnit', { plantId }))}>
      {t('scan.addUnit')}
    </ReasonButton>
  )
  return (
    <>
      <PageHeader ownTitle title={t('scan.title')} facts={t('scan.intro')} />
      {failed ? <ErrorState error={failed.error} retry={() => void failed.refetch()} /> : null}
      {!failed && !(types.data && lamps.data) ? (
        <div className="vx-card">
          <LoadingRows />
        </div>
      ) : null}
      {types.data && lamps.data && units.length === 0 ? (
        <div className="vx-card">
          <EmptyState icon={IconQrcode} title={t('scan.noUnitTitle')} action={add}>
            {t('scan.noUnitText')}
          </EmptyState>
        </div>
      ) : null}
      {types.data && lamps.data && units.length > 0 ? (
        <div className="vx-scan">
          <Entry kept={kept} />
          <ScannedLamps
            kept={kept}
            lamps={lamps.data.lamps}
            types={types.data.types}
            units={units.map((unit) => ({ unit, topic: topicOf(unit) }))}
          />
        </div>
      ) : null}
    </>
  )
}

type EntryProps = { kept: [KeptScans, (change: Partial<KeptScans>) => void] }

/** Camera, photo or keyboard: each code joins the list below, or it is said why not. */
function Entry({ kept: [{ scans }, keep] }: EntryProps) {
  const { t } = useTranslation('configuration')
  const [hasSound, setSound] = useLocalStorage({ key: 'vigilux.scanSound', defaultValue: true })
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState<string>()
  const take = (content: string) => {
    const { scans: next, refused } = withScan(scans, content.trim())
    if (hasSound) playScanSound(refused === undefined)
    if (!refused) keep({ scans: next, isWaiting: false })
    const words = refused
      ? t(`scan.${refused}`, { text: content.trim().slice(0, 60), most: mostScanned })
      : t('scan.joined', { text: content.trim().slice(0, 60) })
    return { words, isGood: refused === undefined }
  }
  const enter = () => {
    if (typed.trim() === '') return
    const { words, isGood } = take(typed)
    setSaid(isGood ? undefined : words)
    if (isGood) setTyped('')
  }
  return (
    <Card title={t('scan.entry')}>
      <div className="vx-scan-body">
        <QrScanner onCode={take} />
        <form
          className="vx-scan-typed"
          onSubmit={(event) => {
            event.preventDefault()
            enter()
          }}
        >
          <TextInput
            className="vx-serial"
            label={t('scan.typed')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={300}
            value={typed}
            error={said}
            onChange={(event) => {
              setSaid(undefined)
              setTyped(event.currentTarget.value)
            }}
          />
          <Button type="submit" variant="default">
            {t('scan.join')}
          </Button>
        </form>
        <Switch
          label={t('scan.sound')}
          checked={hasSound}
          onChange={(event) => setSound(event.currentTarget.checked)}
        />
      </div>
    </Card>
  )
}
