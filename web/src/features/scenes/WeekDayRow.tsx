import { IconAlertTriangle, IconSunrise, IconSunset } from '@tabler/icons-react'
import type { WeekDay } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useSceneTexts } from './scene-texts.ts'
import * as styles from './scenes.module.css'
import type { Preview } from './use-preview.ts'
import { computeStretches, percentOf, type Stretch, sunStretches, type WeekScenes } from './week-stretches.ts'

type DayProps = {
  day: WeekDay
  look: Preview
  scenes: WeekScenes
  aggregation: string | undefined
  isToday: boolean
  onOpen: (sceneId: string) => void
}

/** One day: daylight above, the duration of each scene's light below. The table contains the same data. */
export function WeekDayRow({ day, look, scenes, aggregation, isToday, onOpen }: DayProps) {
  const { t } = useTranslation('scenes')
  const { day: dayText } = useSceneTexts()
  const stretches = computeStretches(day, look, scenes, aggregation)
  const hasClash = look.clashes.some((clash) => clash.day === day.day)
  return (
    <li data-clash={hasClash || undefined}>
      <div className={styles.weekDay}>
        <b>{isToday ? t('today') : dayText(day.day)}</b>
        {isToday ? <small>{dayText(day.day)}</small> : null}
        {day.hours === 24 ? null : <small>{t('hours', { hours: day.hours })}</small>}
        {day.isHoliday ? <small>{t('why.holiday')}</small> : null}
        {hasClash ? (
          <small>
            <IconAlertTriangle size={14} aria-hidden /> {t('clash.title')}
          </small>
        ) : null}
      </div>
      <div className={styles.weekBars} aria-hidden>
        <div className={styles.weekSun}>
          {sunStretches(day).map(([from, until]) => (
            <i key={from} style={{ left: `${from}%`, width: `${until - from}%` }} />
          ))}
        </div>
        <div className={styles.weekLight}>
          {stretches.map((stretch) => (
            <Light key={`${stretch.run.scene_id} ${stretch.from}`} stretch={stretch} onOpen={onOpen} />
          ))}
        </div>
        {isToday ? <u style={{ left: `${percentOf(look.now, day)}%` }} /> : null}
      </div>
      <Sun day={day} />
    </li>
  )
}

/** A lit stretch; brighter light has a stronger color. A press opens its scene, as its table row does. */
function Light({ stretch, onOpen }: { stretch: Stretch; onOpen: (sceneId: string) => void }) {
  const { t } = useTranslation('scenes')
  const { percent } = useFormats()
  const { from, until, run, level, isClash } = stretch
  const text = [run.name || t('unsaved'), level === null ? '' : percent(level)].filter(Boolean).join(' ')
  const { scene_id: id } = run
  return (
    <button
      type="button"
      tabIndex={-1}
      title={text}
      data-clash={isClash || undefined}
      data-draft={id === null || undefined}
      style={{ left: `${from}%`, width: `${until - from}%`, '--vx-light': `${level ?? 50}%` } as never}
      onClick={() => (id === null ? undefined : onOpen(id))}
    >
      {text}
    </button>
  )
}

function Sun({ day: { sun } }: { day: WeekDay }) {
  const { t } = useTranslation('scenes')
  if (!sun) return <div />
  if (sun.stays) return <small className={styles.weekSuns}>{t(sun.stays === 'up' ? 'sunUp' : 'sunDown')}</small>
  return (
    <div className={styles.weekSuns}>
      <span>
        <IconSunrise size={14} aria-label={t('kind.dawn')} /> {sun.dawnTime ?? '–'}
      </span>
      <span>
        <IconSunset size={14} aria-label={t('kind.sunset')} /> {sun.sunsetTime ?? '–'}
      </span>
    </div>
  )
}
