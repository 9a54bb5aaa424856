import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { SceneClash, WeekDay } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { useTranslation } from 'react-i18next'
import { addDays } from '../../shared/format/date-text.ts'
import { RunsAhead } from './RunsAhead.tsx'
import { useSceneWords } from './scene-words.ts'
import type { Preview } from './use-preview.ts'

type WeekProps = { preview: Preview; onFrom: (day: string | null) => void }

/** Seven days of all scenes by the clock of the plant, the one that is being written among them. */
export function SceneWeek({ preview, onFrom }: WeekProps) {
  const { t } = useTranslation('scenes')
  const { day } = useSceneWords()
  const { week, today, clashes } = preview
  const [first, last] = [week[0]?.day ?? today, week.at(-1)?.day ?? today]
  const step = (days: number) => onFrom(addDays(first, days))
  return (
    <>
      <section className="vx-card" aria-label={t('week')}>
        <div className="vx-week-head">
          <h2>{`${day(first)} – ${day(last)}`}</h2>
          {first === today ? null : (
            <Button variant="default" size="xs" onClick={() => onFrom(null)}>
              {t('thisWeek')}
            </Button>
          )}
          <ActionIcon variant="default" aria-label={t('previousWeek')} onClick={() => step(-7)}>
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={t('nextWeek')} onClick={() => step(7)}>
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </div>
        <ol className="vx-week">
          {week.map((one) => (
            <Day key={one.day} day={one} clashes={clashes} />
          ))}
        </ol>
      </section>
      <section className="vx-card vx-panel-part" aria-label={t('nextRuns')}>
        <h2>{t('nextRuns')}</h2>
        <RunsAhead preview={preview} isWhole named />
      </section>
    </>
  )
}

const percentOf = (at: string, { begins, hours }: WeekDay): number =>
  ((Date.parse(at) - Date.parse(begins)) / (hours * 3_600_000)) * 100

/** The stretches of a day on which the sun is up, in percent of it. */
function sunny(day: WeekDay): readonly (readonly [from: number, until: number])[] {
  const { sun } = day
  if (!sun) return []
  if (sun.stays) return sun.stays === 'up' ? [[0, 100]] : []
  const dawn = sun.dawn === null ? null : percentOf(sun.dawn, day)
  const sunset = sun.sunset === null ? null : percentOf(sun.sunset, day)
  if (dawn === null || sunset === null || dawn < sunset) return [[dawn ?? 0, sunset ?? 100]]
  return [
    [0, sunset],
    [dawn, 100],
  ]
}

type DayProps = { day: WeekDay; clashes: readonly SceneClash[] }

function Day({ day, clashes }: DayProps) {
  const { t } = useTranslation('scenes')
  const { runText, day: dayText } = useSceneWords()
  const { sun } = day
  const sunText = !sun
    ? null
    : sun.stays
      ? t(sun.stays === 'up' ? 'sunUp' : 'sunDown')
      : t('sunToday', { dawn: sun.dawnTime ?? '–', sunset: sun.sunsetTime ?? '–' })
  const isClash = (at: string | null, sceneId: string | null) =>
    clashes.some((clash) => clash.at === at && clash.scenes.some(({ scene_id }) => scene_id === sceneId))
  return (
    <li>
      <div className="vx-week-day">
        <b>{dayText(day.day)}</b>
        {sunText ? <small>{sunText}</small> : null}
        {day.hours === 24 ? null : <small>{t('hours', { hours: day.hours })}</small>}
        {day.isHoliday ? <small>{t('why.holiday')}</small> : null}
      </div>
      <div>
        <div className="vx-week-bar" aria-hidden>
          {sunny(day).map(([from, until]) => (
            <i key={from} style={{ left: `${from}%`, width: `${until - from}%` }} />
          ))}
          {day.runs.map(({ at, scene_id }) =>
            at === null ? null : <b key={`${scene_id} ${at}`} style={{ left: `${percentOf(at, day)}%` }} />,
          )}
        </div>
        {day.runs.length === 0 ? <p className="vx-quiet">{t('nothing')}</p> : null}
        <ul className="vx-week-runs">
          {day.runs.map((run) => {
            const clash = isClash(run.at, run.scene_id)
            const name = run.scene_id === null ? `${run.name} (${t('unsaved')})` : run.name
            return (
              <li
                key={`${run.scene_id} ${run.at}`}
                data-draft={run.scene_id === null || undefined}
                data-clash={clash || undefined}
              >
                {clash ? <IconAlertTriangle size={14} aria-label={t('clash.title')} /> : null}{' '}
                {run.time === null ? `${name}: ${runText(run)}` : `${run.time} ${name}`}
              </li>
            )
          })}
        </ul>
      </div>
    </li>
  )
}
