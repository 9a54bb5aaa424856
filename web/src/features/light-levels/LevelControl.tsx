import { SegmentedControl, Slider } from '@mantine/core'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LightTarget } from '@vigilux/contract/features/light-levels/light-level.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf, topicOf, useUnitTypes, useWhyNotAllowed } from '../central-units/index.ts'
import { type CurrentLevels, computeCurrentLevels } from './current-levels.ts'
import { LevelButtons } from './LevelButtons.tsx'
import { LevelProgress } from './LevelProgress.tsx'
import * as styles from './light-levels.module.css'
import { useRequestLevel } from './use-request-level.ts'

/** Offered fade times in seconds. */
const fades = [0, 10, 300] as const

type Props = {
  to: LightTarget
  lamps: readonly Lamp[]
  /** Title of the card, unless the page has its own heading. */
  title?: string | undefined
  /** Inside a detail panel, which is a card already. */
  inPanel?: boolean
}

/** Manual light control: the reported level and the requested one. Hidden when no lamp supports levels. */
export function LevelControl({ to, lamps, title, inPanel = false }: Props) {
  const { t } = useTranslation('light-levels')
  const { percent, measure } = useFormats()
  const { units } = useCurrentPlant()
  const role = useWhyNotAllowed()
  const [fadeS, setFadeS] = useState<number>(10)
  const [draggedLevel, setDraggedLevel] = useState<number>()
  const { ask: requestLevel, asked: requestedLevel, notAsked } = useRequestLevel(to)
  const heading = useId()
  const connected = new Set(units.filter((unit) => unit.cu_connected).map((unit) => topicOf(unit)))
  const takesLevels = useSupportsLevels()
  const now = computeCurrentLevels(
    lamps.filter(({ cu }) => takesLevels(cu)),
    (cu) => connected.has(cu),
  )
  if (now.following.length === 0) return null
  const allDisconnected = now.following.every(({ cu }) => !connected.has(cu))
  const blockedReason = role ?? (allDisconnected ? t('whyNot.away') : undefined)
  const requestedPercent = typeof requestedLevel?.level === 'number' ? requestedLevel.level : undefined
  const fadeLabel = (seconds: number) => {
    if (seconds === 0) return t('atOnce')
    return seconds < 60 ? measure(seconds, 's') : measure(seconds / 60, 'min')
  }
  const send = (level: number | 'up' | 'down') => {
    setDraggedLevel(typeof level === 'number' ? level : undefined)
    requestLevel(level, fadeS)
  }
  return (
    <section
      className={inPanel ? `vx-panel-part ${styles.levels}` : `vx-card ${styles.levels}`}
      aria-labelledby={heading}
    >
      <h2 id={heading} className={styles.levelsTitle}>
        {title ?? t('title')}
      </h2>
      <div className={styles.levelsMain}>
        <LevelReading now={now} />
        {blockedReason === undefined ? (
          <div className={styles.levelsSlider}>
            <Slider
              thumbLabel={t('slider')}
              label={(value) => percent(value)}
              value={draggedLevel ?? requestedPercent ?? now.mean ?? 0}
              onChange={setDraggedLevel}
              onChangeEnd={send}
              {...(now.mean !== null && { marks: [{ value: now.mean }] })}
            />
          </div>
        ) : null}
      </div>
      <div className={styles.levelsActs}>
        <LevelButtons blockedReason={blockedReason} send={send} />
        {blockedReason === undefined ? (
          <SegmentedControl
            className={styles.levelsFade}
            aria-label={t('fade')}
            value={String(fadeS)}
            onChange={(value) => setFadeS(Number(value))}
            data={fades.map((seconds) => ({ value: String(seconds), label: fadeLabel(seconds) }))}
          />
        ) : null}
      </div>
      <LevelProgress
        now={now}
        asked={requestedLevel}
        notAsked={notAsked.flatMap(({ cu, reason }) => (reason === 'noLevels' ? [] : serialOf(cu)))}
      />
    </section>
  )
}

/** Whether a unit's lamps support levels, by its topic. */
function useSupportsLevels(): (cu: string) => boolean {
  const { units } = useCurrentPlant()
  const types = useUnitTypes()
  const capableTypes = new Set(
    types.filter(({ commands }) => commands.includes('setLevels')).map(({ cu_type }) => cu_type),
  )
  const topics = new Set(units.filter(({ cu_type }) => capableTypes.has(cu_type)).map((unit) => topicOf(unit)))
  return (cu) => topics.has(cu)
}

/** The reported level, never the requested one. */
function LevelReading({ now }: { now: CurrentLevels }) {
  const { t } = useTranslation('light-levels')
  const { percent } = useFormats()
  const { mean, min, max } = now
  if (mean === null || min === null || max === null)
    return (
      <p className={styles.levelsNow}>
        <b>–</b>
        <span className="vx-quiet">{t('noReport')}</span>
      </p>
    )
  return (
    <p className={styles.levelsNow}>
      <b>{percent(mean)}</b>
      <span className="vx-quiet">
        {t('reportedMean', { count: now.free.length })}
        {min === max ? null : ` · ${t('between', { min: percent(min), max: percent(max) })}`}
      </span>
    </p>
  )
}
