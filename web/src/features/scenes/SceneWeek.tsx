import { ActionIcon, Button, Select, Switch } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { Scene } from '@vigilux/contract/features/scenes/scene.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { addDays } from '../../shared/format/date-text.ts'
import { ZoneNote } from '../../shared/format/ZoneNote.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { draftOf } from './scene-form.ts'
import { useSceneTexts } from './scene-texts.ts'
import * as styles from './scenes.module.css'
import { UpcomingRuns } from './UpcomingRuns.tsx'
import type { Preview, SceneInProgress } from './use-preview.ts'
import { WeekDayRow } from './WeekDayRow.tsx'
import { WeekTable } from './WeekTable.tsx'
import type { WeekScene, WeekScenes } from './week-stretches.ts'

type WeekProps = {
  scenes: readonly Scene[]
  /** The scene being edited next to it. */
  writing: SceneInProgress | undefined
  preview: Preview
  onFrom: (day: string | null) => void
  onOpen: (sceneId: string) => void
}

const hours = [0, 4, 8, 12, 16, 20, 24] as const
const clockText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

const weekScenes = (scenes: readonly Scene[], sceneInProgress: SceneInProgress | undefined): WeekScenes =>
  new Map<string | null, WeekScene>([
    ...scenes.map(({ id, collections, saved_at }) => [id, { collections, savedAt: saved_at }] as const),
    ...(sceneInProgress
      ? [[null, { collections: draftOf(sceneInProgress.values).collections, savedAt: null }] as const]
      : []),
  ])

/** Seven days of light by the plant's clock, for all aggregations or one, including the scene being edited. */
export function SceneWeek({ scenes, writing, preview, onFrom, onOpen }: WeekProps) {
  const { t } = useTranslation('scenes')
  const { plantId, plant } = useCurrentPlant()
  const { day } = useSceneTexts()
  const { week, today, clashes } = preview
  const [{ aggregation, clash }, setSearch] = useSearchParams()
  const allCollections = useAnswer('getCollections', { plantId }).collections
  const usedCollectionIds = new Set(
    scenes.flatMap(({ collections }) => collections.flatMap(({ id, level }) => (level === null ? [] : id))),
  )
  const shown = allCollections.some(({ id }) => id === aggregation) ? aggregation : undefined
  const days = new Set(clashes.map((one) => one.day))
  const onlyClashes = clash === '1'
  const [first, last] = [week[0]?.day ?? today, week.at(-1)?.day ?? today]
  const step = (days: number) => onFrom(addDays(first, days))
  const dayProps = { look: preview, scenes: weekScenes(scenes, writing), aggregation: shown }
  const visibleDays = week.filter((one) => !onlyClashes || days.has(one.day))
  return (
    <>
      <ZoneNote timeZone={plant.timezone} />
      <div className={styles.sceneFilters}>
        <Select
          aria-label={t('word.aggregation')}
          allowDeselect={false}
          value={shown ?? ''}
          onChange={(next) => setSearch({ aggregation: next ?? undefined })}
          data={[
            { value: '', label: t('allCollections') },
            ...allCollections
              .filter(({ id }) => usedCollectionIds.has(id))
              .map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Switch
          label={t('onlyClashes', { days: days.size })}
          checked={onlyClashes}
          onChange={(event) => setSearch({ clash: event.currentTarget.checked ? '1' : undefined })}
        />
      </div>
      <section className="vx-card" aria-label={t('week')}>
        <div className={styles.weekHead}>
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
        <div className={styles.weekHours} aria-hidden>
          {hours.map((hour) => (
            <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
              {clockText(hour)}
            </span>
          ))}
        </div>
        <ol className={styles.week}>
          {visibleDays.map((weekDay) => (
            <WeekDayRow key={weekDay.day} day={weekDay} {...dayProps} isToday={weekDay.day === today} onOpen={onOpen} />
          ))}
        </ol>
        {visibleDays.length === 0 ? <p className={`vx-quiet ${styles.weekNone}`}>{t('noClashes')}</p> : null}
      </section>
      <WeekTable days={visibleDays} {...dayProps} onOpen={onOpen} />
      <section className={`vx-card ${styles.weekNext}`} aria-label={t('nextRuns')}>
        <h2>{t('nextRuns')}</h2>
        <UpcomingRuns preview={preview} isWhole named />
      </section>
    </>
  )
}
