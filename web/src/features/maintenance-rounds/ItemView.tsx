import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconChevronDown } from '@tabler/icons-react'
import { comesUncharged, likelyWork } from '@vigilux/contract/features/maintenance-rounds/fault-proof.rules.ts'
import { faultOfItem } from '@vigilux/contract/features/maintenance-rounds/round.rules.ts'
import type { RoundItem } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import { useTranslation } from 'react-i18next'
import { FaultCause } from '../../shared/faults/FaultCause.tsx'
import { Cause } from '../../shared/layout/Cause.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { LampPhotos } from '../attachments/index.ts'
import { serialOf } from '../central-units/index.ts'
import { Charging } from './Charging.tsx'
import { ItemFoot } from './ItemFoot.tsx'
import { ItemTimeline } from './ItemTimeline.tsx'
import * as styles from './maintenance-rounds.module.css'
import { PartSign } from './RoundParts.tsx'
import type { ItemProps } from './round-parts.ts'
import { faultText, floorText, itemText, nameOf, placeOf, signOf, useRoundTexts } from './round-texts.ts'

/** One fault of a round: the problem, the required parts, the work done, and its outcome. */
export function ItemView(props: ItemProps) {
  const { item, answer } = props
  const texts = useRoundTexts()
  const { t } = texts
  const remainingPieces = answer.parts.find(({ product }) => product.code === item.part?.code)?.left
  return (
    <article className={`${styles.round} ${styles.roundOne}`}>
      <ItemHeader {...props} />
      <div className={styles.roundWhere}>
        <h2>{placeOf(item) || nameOf(item, texts)}</h2>
        <p>
          {floorText(item, texts)} · {t('word.unitSerial', { serial: serialOf(item.topic) })}
        </p>
      </div>
      {item.state === 'done' && item.reTest ? (
        <Charging item={item} reTest={item.reTest} />
      ) : (
        <CurrentFault item={item} />
      )}
      {item.part && remainingPieces !== undefined ? (
        <section className={`vx-card ${styles.roundCard} ${styles.roundPart}`}>
          <PartSign kind={item.part.kind} />
          <p>
            <b>
              {item.part.name} {item.part.code}
            </b>
            <br />
            <small>
              {t('parts.title')}: {texts.formats.number(remainingPieces)}
            </small>
          </p>
        </section>
      ) : null}
      <ItemTimeline item={item} />
      {item.of === 'lamp' && item.lamp !== null ? (
        <section className={`vx-card ${styles.roundPhotos}`} data-part="round-photos">
          <LampPhotos topic={item.topic} addr={item.lamp} fromCamera />
        </section>
      ) : null}
      <OpenFaultyDevice item={item} />
      <ProofNote item={item} answer={answer} />
      <ItemFoot {...props} />
    </article>
  )
}

function ItemHeader({ answer, way, item, at, open }: ItemProps) {
  const texts = useRoundTexts()
  const { t } = texts
  const goToStep = (step: number) => open(way[at + step]?.id)
  return (
    <header className={styles.roundTop}>
      <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('backToRound')} onClick={() => open(undefined)}>
        <IconArrowLeft size={20} aria-hidden />
      </ActionIcon>
      <div>
        <h1>{nameOf(item, texts)}</h1>
        <p>{t('position', { round: answer.round.title, at: at + 1, total: way.length })}</p>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('previous')}
        disabled={at === 0}
        onClick={() => goToStep(-1)}
      >
        <IconChevronDown size={20} aria-hidden className={styles.roundUp} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('following')}
        disabled={at === way.length - 1}
        onClick={() => goToStep(1)}
      >
        <IconChevronDown size={20} aria-hidden />
      </ActionIcon>
    </header>
  )
}

/** The problem; while it is open, with likely cause and remedy. */
function CurrentFault({ item }: { item: RoundItem }) {
  const texts = useRoundTexts()
  const fault = faultOfItem(item)
  const text = itemText(item, texts)
  const isOpen = item.state === 'open' || item.state === 'left'
  return (
    <>
      {isOpen && fault ? <FaultCause fault={fault} /> : null}
      {text === faultText(item) && isOpen ? null : (
        <Cause state={signOf(item)} title={isOpen && fault ? text : faultText(item)}>
          {isOpen && fault ? null : <p>{text}</p>}
        </Cause>
      )}
    </>
  )
}

/** Link to the lamp or unit with all its actions. */
function OpenFaultyDevice({ item: { of, topic, lamp } }: { item: RoundItem }) {
  const { t } = useTranslation('maintenance-rounds')
  const { plantId } = useCurrentPlant()
  if (of === 'lamp' && lamp === null) return null
  const devicePath =
    of === 'lamp'
      ? pathTo('devices', { plantId }, { lamp: `${topic}.${lamp}` })
      : pathTo('unit', { plantId, unit: topic })
  return (
    <Button component={AppLink} to={devicePath} variant="default">
      {of === 'lamp' ? t('openLamp') : t('word.unitSerial', { serial: serialOf(topic) })}
    </Button>
  )
}

/** The proof needed for this fault, shown before any action. */
function ProofNote({ item, answer }: Pick<ItemProps, 'item' | 'answer'>) {
  const { t } = useTranslation('maintenance-rounds')
  if (item.state !== 'open' && !item.lacksWork) return null
  const likelyKind = likelyWork(item)
  const work = t(`work.${likelyKind}`)
  const needsCharging = comesUncharged(likelyKind) || item.proof === 'autonomyTest'
  return (
    <p className={styles.roundInfo}>
      <span>
        {item.proof === 'report'
          ? t('proof.report')
          : needsCharging
            ? t('proof.charge', { work, hours: answer.chargeHours })
            : t('proof.atOnce', { work })}
      </span>
    </p>
  )
}
