import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { SidePanel } from '../../shared/layout/SidePanel.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { canChange } from '../../shared/plant/can-change.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { LampPhotos } from '../attachments/index.ts'
import { StoredNameForm, serialOf, topicOf } from '../central-units/index.ts'
import { LevelControl } from '../light-levels/index.ts'
import { LampRepairs } from '../maintenance-rounds/index.ts'
import { LampActions, LampShortcuts, ThumbActions } from './LampActions.tsx'
import { LampCauses } from './LampCauses.tsx'
import { LampFacts } from './LampFacts.tsx'
import { LampHistory } from './LampHistory.tsx'
import { LampProduct } from './LampProduct.tsx'
import { LampSettings } from './LampSettings.tsx'
import { LampTests } from './LampTests.tsx'
import { LampTexts } from './LampTexts.tsx'
import { kindTexts } from './lamp-columns.tsx'
import { isLuminaire } from './lamp-lists.ts'

type PanelProps = {
  lamp: Lamp
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** One lamp: problem and remedy, identify and test, description and place, facts; then light, results, settings. */
export function LampPanel({ lamp, ...panel }: PanelProps) {
  const { t } = useTranslation('lamps')
  const { plantId, plant } = useCurrentPlant()
  const place = [lamp.description, lamp.location].filter(Boolean).join(' · ')
  const unit = t('word.unitSerial', { serial: serialOf(lamp.cu) })
  const phone = usePhone()
  const isAtThumb = phone && canChange(plant, 'plant.operate')
  const hasShortcuts = isAtThumb && isLuminaire(lamp) && lamp.condition !== 'ok'
  const actions = hasShortcuts ? <ThumbActions lamp={lamp} /> : <LampActions lamp={lamp} />
  const links = (
    <>
      <AppLink to={pathTo('devices', { plantId, devicesType: 'centralunits' }, { unit: lamp.cu })}>{unit}</AppLink>
      <AppLink to={pathTo('plantMaps', { plantId }, { lamp: `${lamp.cu}.${lamp.id}` })}>
        {t('word.showOnThePlan')}
      </AppLink>
      <AppLink to={pathTo('plantReport', { plantId }, { tab: 'results' })}>{t('testResults')}</AppLink>
    </>
  )
  return (
    <SidePanel
      {...panel}
      title={t(isLuminaire(lamp) ? 'word.lampNumber' : 'device', {
        number: lampNumber(lamp.id),
      })}
      subtitle={[place || kindTexts(lamp, t), unit].join(' · ')}
      footer={phone ? isAtThumb && actions : links}
    >
      <AnswerBoundary quiet skeleton={<LampCauses lamp={lamp} spareParts={[]} />}>
        <CausesWithParts lamp={lamp} />
      </AnswerBoundary>
      {lamp.type === 'emergency' ? <LampRepairs lamp={lamp} /> : null}
      {hasShortcuts ? <LampShortcuts lamp={lamp} /> : null}
      {phone ? null : actions}
      <AnswerBoundary>
        <LampDetail lamp={lamp} />
      </AnswerBoundary>
      <AnswerBoundary>
        <LampHistory lamp={lamp} />
      </AnswerBoundary>
      <LampPhotos topic={lamp.cu} addr={lamp.id} />
      {phone ? <nav className={layoutStyles.actions}>{links}</nav> : null}
    </SidePanel>
  )
}

function useDetail({ cu: topic, id: addr }: Lamp) {
  const { plantId } = useCurrentPlant()
  return useAnswer('getLamp', { plantId, topic, addr })
}

function CausesWithParts({ lamp }: { lamp: Lamp }) {
  return <LampCauses lamp={lamp} spareParts={useDetail(lamp).detail?.spareParts ?? []} />
}

/** The lamp's detail from its unit, and its settings. */
function LampDetail({ lamp }: { lamp: Lamp }) {
  const { t } = useTranslation('lamps')
  const { units } = useCurrentPlant()
  const unit = units.find((one) => topicOf(one) === lamp.cu)
  const lampAnswer = useDetail(lamp)
  const { detail, results, notes_written: notesAuthor } = lampAnswer
  return (
    <>
      <LampTexts lamp={lamp} written={notesAuthor} />
      <LampFacts lamp={lamp} lampAnswer={lampAnswer} />
      <LampProduct lamp={lamp} reported={lampAnswer.reported_product_code} />
      <LevelControl to={{ topic: lamp.cu, addrs: [lamp.id] }} lamps={[lamp]} inPanel />
      {lamp.type === 'emergency' ? (
        <LampTests results={results} required={lamp.autonomy} place={`${lamp.cu}.${lamp.id}`} />
      ) : null}
      <LampSettings lamp={lamp} params={detail?.params} uvEndsAt={lampAnswer.uv_ends_at} />
      {unit ? (
        <StoredNameForm
          unit={unit}
          lamp={lamp.id}
          name={detail?.name ?? null}
          help={(values) => t('unitName.help', values)}
        />
      ) : null}
    </>
  )
}
