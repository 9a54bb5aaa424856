import { Button } from '@mantine/core'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { TimeText, useNow } from '../../shared/format/RelativeTime.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { styleOf } from '../../shared/status/states.ts'
import * as statusStyles from '../../shared/status/status.module.css'
import { LampState } from './LampState.tsx'
import { type HistoryLine, historyLines, type LampChange } from './lamp-history.ts'
import * as styles from './lamps.module.css'

const minute = 60_000
/** Lines shown before "show more". */
const initialRows = 5

/** Timeline of the lamp at this address: the duration of each state, and replacements. */
export function LampHistory({ lamp }: { lamp: Lamp }) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  const [showsAll, setShowsAll] = useState(false)
  const { changes, next } = useAnswer('getLampHistory', { plantId, topic: lamp.cu, addr: lamp.id })
  return (
    <section className="vx-panel-part">
      <h3>{t('history.title')}</h3>
      {changes.length === 0 ? <p className="vx-quiet">{t('history.none')}</p> : null}
      {changes.length > 0 ? (
        <Lines lamp={lamp} changes={changes} next={showsAll ? next : null} shown={showsAll ? undefined : initialRows} />
      ) : null}
      {!showsAll && changes.length > initialRows ? (
        <div className={layoutStyles.actions}>
          <Button variant="default" size="compact-md" onClick={() => setShowsAll(true)}>
            {t('history.all')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

type LinesProps = {
  lamp: Lamp
  changes: readonly LampChange[]
  next: string | null | undefined
  shown: number | undefined
}

function Lines({ lamp, changes, next, shown }: LinesProps) {
  const lines = historyLines(changes, serverNow(useNow(minute)))
  return (
    <>
      <Band lines={lines} />
      <ol className={styles.history}>
        {lines.slice(0, shown).map((line) => (
          <Line key={line.at} line={line} lamp={lamp} />
        ))}
      </ol>
      {next ? <EarlierEvents key={next} lamp={lamp} before={next} /> : null}
    </>
  )
}

/** The same lines as a band, oldest at the left, with widths by duration. */
function Band({ lines }: { lines: readonly HistoryLine[] }) {
  return (
    <div className={statusStyles.stateBar} aria-hidden>
      {lines.toReversed().map(({ at, condition, untilMs }) => (
        <span
          key={at}
          className={statusStyles.stateSegment}
          data-tone={styleOf(condition).tone}
          style={{ flexGrow: Math.max(untilMs, 1) }}
        />
      ))}
    </div>
  )
}

function Line({ line, lamp }: { line: HistoryLine; lamp: Lamp }) {
  const { t } = useTranslation('lamps')
  const { plant } = useCurrentPlant()
  const { duration } = useFormats(plant.timezone)
  const { at, condition, mode, errors, serial, instead, untilMs } = line
  return (
    <li>
      <TimeText at={at} timeZone={plant.timezone} />
      <span>
        <LampState lamp={{ ...lamp, condition, mode, errors }} />
        <small>{t('history.for', { time: duration(untilMs) })}</small>
        {instead === null ? null : <small>{t('history.replaced', { old: instead, new: serial })}</small>}
      </span>
    </li>
  )
}

type EarlierProps = { lamp: Lamp; before: string }

/** Earlier changes, page by page. */
function EarlierEvents(props: EarlierProps) {
  const [open, setOpen] = useState(false)
  const button = <EarlierButton loading={open} onClick={() => setOpen(true)} />
  if (!open) return button
  return (
    <AnswerBoundary skeleton={button}>
      <EarlierLines {...props} />
    </AnswerBoundary>
  )
}

function EarlierButton(props: { loading: boolean; onClick: () => void }) {
  const { t } = useTranslation('lamps')
  return (
    <div className={layoutStyles.actions}>
      <Button variant="default" size="compact-md" {...props}>
        {t('history.earlier')}
      </Button>
    </div>
  )
}

function EarlierLines({ lamp, before }: EarlierProps) {
  const { plantId } = useCurrentPlant()
  const { changes, next } = useAnswer('getLampHistory', { plantId, topic: lamp.cu, addr: lamp.id, before })
  return <Lines lamp={lamp} changes={changes} next={next} shown={undefined} />
}
