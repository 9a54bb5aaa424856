import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/api/use-action.ts'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { SidePanel } from '../../shared/layout/SidePanel.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { LampPhotos } from '../attachments/index.ts'
import { serialOf } from '../central-units/index.ts'
import { LevelControl } from '../light-levels/index.ts'
import { LampActions } from './LampActions.tsx'
import { LampCauses } from './LampCauses.tsx'
import { LampFacts } from './LampFacts.tsx'
import { LampHistory } from './LampHistory.tsx'
import { LampNameForm } from './LampNameForm.tsx'
import { LampProduct } from './LampProduct.tsx'
import { LampSettings } from './LampSettings.tsx'
import { LampTests } from './LampTests.tsx'
import { LampUnitNameForm } from './LampUnitNameForm.tsx'
import { kindWords } from './lamp-columns.tsx'
import { isLuminaire } from './lamp-lists.ts'
import './lamps.css'

type PanelProps = {
  lamp: Lamp
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** One lamp: what is wrong and what to do, identify and test, facts and product; then its light, its last autonomy tests and what can be set. */
export function LampPanel({ lamp, ...panel }: PanelProps) {
  const { t } = useTranslation('lamps')
  const { plantId } = useOpenPlant()
  const detail = useAction('getLamp', { plantId, topic: lamp.cu, addr: lamp.id })
  const place = [lamp.description, lamp.location].filter(Boolean).join(' · ')
  const unit = t('ofUnit', { serial: serialOf(lamp.cu) })
  return (
    <SidePanel
      {...panel}
      title={t(isLuminaire(lamp) ? 'lamp' : 'device', {
        number: lampNumber(lamp.id),
      })}
      subtitle={[place || kindWords(lamp, t), unit].join(' · ')}
      footer={
        <>
          <AppLink to={pathTo('devices', { plantId, devicesType: 'centralunits' }, { unit: lamp.cu })}>{unit}</AppLink>
          <AppLink to={pathTo('plantMaps', { plantId }, { lamp: `${lamp.cu}.${lamp.id}` })}>{t('onPlan')}</AppLink>
          <AppLink to={pathTo('plantReport', { plantId }, { tab: 'results' })}>{t('testResults')}</AppLink>
        </>
      }
    >
      <LampCauses lamp={lamp} spareParts={detail.data?.detail?.spareParts ?? []} />
      <LampActions lamp={lamp} />
      <LampFacts lamp={lamp} told={detail.data} />
      <LampProduct lamp={lamp} reported={detail.data?.reported_product_code} />
      <LevelControl to={{ topic: lamp.cu, addrs: [lamp.id] }} lamps={[lamp]} inPanel />
      {detail.data ? (
        lamp.type === 'emergency' ? (
          <LampTests results={detail.data.results} required={lamp.autonomy} place={`${lamp.cu}.${lamp.id}`} />
        ) : null
      ) : detail.error ? (
        <ErrorState error={detail.error} retry={() => void detail.refetch()} />
      ) : (
        <LoadingRows rows={2} />
      )}
      <LampSettings
        lamp={lamp}
        params={detail.data?.detail?.params}
        uvEndsAt={detail.data?.uv_ends_at ?? null}
        isKnown={detail.data !== undefined}
      />
      <LampHistory lamp={lamp} />
      <LampNameForm lamp={lamp} written={detail.data?.notes_written ?? null} />
      <LampPhotos topic={lamp.cu} addr={lamp.id} />
      <LampUnitNameForm lamp={lamp} name={detail.data?.detail?.name ?? null} />
    </SidePanel>
  )
}
