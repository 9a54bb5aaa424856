import { Button } from '@mantine/core'
import { IconChevronRight, IconQrcode } from '@tabler/icons-react'
import { floorsOf, isHandled } from '@vigilux/contract/features/maintenance-rounds/round.rules.ts'
import type { RoundItem } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonItem } from '../../shared/form/ReasonItem.tsx'
import { Card, PageHeader } from '../../shared/layout/PageHeader.tsx'
import { lazy } from '../../shared/lazy.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { serialOf, useWhyNotAllowed } from '../central-units/index.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { EndRoundDialog } from './EndRoundDialog.tsx'
import * as styles from './maintenance-rounds.module.css'
import { RoundBar } from './RoundBar.tsx'
import { RoundParts } from './RoundParts.tsx'
import type { RoundProps } from './round-parts.ts'
import { floorText, itemText, nameOf, placeOf, signOf, useRoundTexts } from './round-texts.ts'

const ScanSheet = lazy(async () => (await import('./ScanSheet.tsx')).ScanSheet)

/** Route of a round: progress, parts to take along, and faults by floor and room. */
export function RoundOverview(props: RoundProps) {
  const { answer, way, open, current } = props
  const { round, items } = answer
  const texts = useRoundTexts()
  const next = way.find(({ state }) => state === 'open')
  const [isScanning, setScanning] = useState(false)
  const units = new Set(items.map(({ topic }) => topic))
  return (
    <div className={styles.round}>
      <Heading {...props} />
      <Progress {...answer} />
      <RoundParts {...answer} />
      {floorsOf(items).map((floor) => (
        <Card
          key={floorText(floor, texts)}
          title={floorText(floor, texts)}
          aside={texts.t('done', {
            done: floor.items.filter(({ state }) => isHandled(state)).length,
            total: floor.items.length,
          })}
        >
          <ul className={styles.roundItems}>
            {floor.items.map((item) => (
              <li key={item.id}>
                <ItemLine item={item} ofUnits={units.size} current={current} open={open} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
      {round.state === 'open' ? (
        <div className={styles.roundFoot}>
          {next ? (
            <Button onClick={() => open(next.id)}>{texts.t('next', { name: nameOf(next, texts) })}</Button>
          ) : (
            <p>{texts.t('allSeenTo')}</p>
          )}
          <Button
            variant="default"
            leftSection={<IconQrcode size={18} aria-hidden />}
            onClick={() => setScanning(true)}
          >
            {texts.t('scan.button')}
          </Button>
        </div>
      ) : null}
      {isScanning ? <ScanSheet {...props} onClose={() => setScanning(false)} /> : null}
    </div>
  )
}

function Heading({ answer: { round, items } }: RoundProps) {
  const { t } = useTranslation('maintenance-rounds')
  const { formats } = useRoundTexts()
  const [dialog, setDialog] = useState<'assign' | 'end'>()
  const blockedReason = useWhyNotAllowed()
  const close = () => setDialog(undefined)
  const endText = (at: string) =>
    round.endedBy
      ? t('end.ended', { time: formats.dateTime(at), name: round.endedBy })
      : t('end.endedAnonymous', { time: formats.dateTime(at) })
  const facts = [
    round.assignee?.name ?? t('who.nobody'),
    round.plannedFor && formats.day(round.plannedFor),
    round.endedAt && endText(round.endedAt),
    round.minutes !== null && formats.duration(round.minutes * 60_000),
    round.cents !== null && formats.number(round.cents / 100, { style: 'currency', currency: round.currency }),
  ].filter(Boolean)
  return (
    <>
      <PageHeader
        ownTitle
        title={round.title}
        facts={facts.map((fact) => <span key={String(fact)}>{fact}</span>)}
        more={
          round.state === 'open' ? (
            <>
              <ReasonItem blockedReason={blockedReason} onClick={() => setDialog('assign')}>
                {t('who.assign')}
              </ReasonItem>
              <ReasonItem blockedReason={blockedReason} onClick={() => setDialog('end')}>
                {t('end.button')}
              </ReasonItem>
            </>
          ) : null
        }
      />
      {dialog === 'assign' ? <AssignDialog round={round} onClose={close} /> : null}
      {dialog === 'end' ? <EndRoundDialog round={round} items={items} onClose={close} /> : null}
    </>
  )
}

function Progress({ round, minutesPerItem }: RoundProps['answer']) {
  const { t } = useTranslation('maintenance-rounds')
  const { formats } = useRoundTexts()
  const { total, done } = round
  const remainingMinutes = minutesPerItem === null ? 0 : Math.round(((total - done) * minutesPerItem) / 5) * 5
  return (
    <section className={`vx-card ${styles.roundProgress}`}>
      <p>
        <span>
          <b>{formats.number(done)}</b> {t('doneWords', { total: formats.number(total) })}
        </span>
        {remainingMinutes > 0 && round.state === 'open' ? (
          <span>{t('left', { time: formats.duration(remainingMinutes * 60_000) })}</span>
        ) : null}
      </p>
      <RoundBar total={total} done={done} />
    </section>
  )
}

type LineProps = { item: RoundItem; ofUnits: number } & Pick<RoundProps, 'current' | 'open'>

/** Lamp numbers belong to a unit, which is named when the round covers several. */
function ItemLine({ item, ofUnits, current, open }: LineProps) {
  const texts = useRoundTexts()
  return (
    <button
      type="button"
      className={styles.roundItem}
      aria-current={item.id === current || undefined}
      onClick={() => open(item.id)}
    >
      <span>
        <span className={styles.roundName}>
          <b>{nameOf(item, texts)}</b>{' '}
          {[placeOf(item), ofUnits > 1 && item.of === 'lamp' && serialOf(item.topic)].filter(Boolean).join(' · ')}
        </span>
        <StatusInline state={signOf(item)} cause={itemText(item, texts)} />
      </span>
      <span className={styles.roundCode}>{isHandled(item.state) ? null : item.part?.code}</span>
      <IconChevronRight size={18} aria-hidden />
    </button>
  )
}
