import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconChevronDown } from '@tabler/icons-react'
import { comesUncharged, likelyWork } from '@vigilux/contract/features/rounds/fault-proof.rules.ts'
import { faultOfItem } from '@vigilux/contract/features/rounds/round.rules.ts'
import type { RoundItem } from '@vigilux/contract/features/rounds/round.ts'
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
import { PartSign } from './RoundParts.tsx'
import type { ItemProps } from './round-parts.ts'
import { faultText, floorText, itemText, nameOf, placeOf, signOf, useRoundTexts } from './round-texts.ts'

/** One fault of a round: the problem, the required parts, the work done, and its outcome. */
export function ItemView(props: ItemProps) {
  const { item, told } = props
  const words = useRoundTexts()
  const { t } = words
  const left = told.parts.find(({ product }) => product.code === item.part?.code)?.left
  return (
    <article className="vx-round vx-round-one">
      <Top {...props} />
      <div className="vx-round-where">
        <h2>{placeOf(item) || nameOf(item, words)}</h2>
        <p>
          {floorText(item, words)} · {t('unit', { serial: serialOf(item.topic) })}
        </p>
      </div>
      {item.state === 'done' && item.reTest ? <Charging item={item} reTest={item.reTest} /> : <FaultNow item={item} />}
      {item.part && left !== undefined ? (
        <section className="vx-card vx-round-card vx-round-part">
          <PartSign kind={item.part.kind} />
          <p>
            <b>
              {item.part.name} {item.part.code}
            </b>
            <br />
            <small>
              {t('parts.title')}: {words.formats.number(left)}
            </small>
          </p>
        </section>
      ) : null}
      <ItemTimeline item={item} />
      {item.of === 'lamp' && item.lamp !== null ? (
        <section className="vx-card vx-round-photos">
          <LampPhotos topic={item.topic} addr={item.lamp} fromCamera />
        </section>
      ) : null}
      <OpenFaultyDevice item={item} />
      <ProofNote item={item} told={told} />
      <ItemFoot {...props} />
    </article>
  )
}

function Top({ told, way, item, at, open }: ItemProps) {
  const words = useRoundTexts()
  const { t } = words
  const go = (step: number) => open(way[at + step]?.id)
  return (
    <header className="vx-round-top">
      <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('backToRound')} onClick={() => open(undefined)}>
        <IconArrowLeft size={20} aria-hidden />
      </ActionIcon>
      <div>
        <h1>{nameOf(item, words)}</h1>
        <p>{t('position', { round: told.round.title, at: at + 1, total: way.length })}</p>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('previous')}
        disabled={at === 0}
        onClick={() => go(-1)}
      >
        <IconChevronDown size={20} aria-hidden className="vx-round-up" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('following')}
        disabled={at === way.length - 1}
        onClick={() => go(1)}
      >
        <IconChevronDown size={20} aria-hidden />
      </ActionIcon>
    </header>
  )
}

/** The problem; while it is open, with likely cause and remedy. */
function FaultNow({ item }: { item: RoundItem }) {
  const words = useRoundTexts()
  const fault = faultOfItem(item)
  const text = itemText(item, words)
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
  const { t } = useTranslation('rounds')
  const { plantId } = useCurrentPlant()
  if (of === 'lamp' && lamp === null) return null
  const to =
    of === 'lamp'
      ? pathTo('devices', { plantId }, { lamp: `${topic}.${lamp}` })
      : pathTo('unit', { plantId, unit: topic })
  return (
    <Button component={AppLink} to={to} variant="default">
      {of === 'lamp' ? t('openLamp') : t('unit', { serial: serialOf(topic) })}
    </Button>
  )
}

/** What will close this fault, shown before any action. */
function ProofNote({ item, told }: Pick<ItemProps, 'item' | 'told'>) {
  const { t } = useTranslation('rounds')
  if (item.state !== 'open' && !item.lacksWork) return null
  const likely = likelyWork(item)
  const work = t(`work.${likely}`)
  const isCharged = comesUncharged(likely) || item.proof === 'autonomyTest'
  return (
    <p className="vx-round-info">
      <span>
        {item.proof === 'report'
          ? t('proof.report')
          : isCharged
            ? t('proof.charge', { work, hours: told.chargeHours })
            : t('proof.atOnce', { work })}
      </span>
    </p>
  )
}
