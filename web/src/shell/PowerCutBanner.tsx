import { Button } from '@mantine/core'
import { IconBattery1 } from '@tabler/icons-react'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../shared/api/use-action.ts'
import { useFormats } from '../shared/format/format.ts'
import { useNow } from '../shared/format/RelativeTime.tsx'
import * as bannerStyles from '../shared/layout/banner.module.css'
import { AppLink } from '../shared/navigation.tsx'
import type { PlantDetails } from '../shared/plant/plant.ts'
import { pathTo } from '../site-map.ts'

/** Refetch interval while lamps run on battery, for changes without an event. */
const refetchMs = 60_000

/** Above every page of a plant while lamps run on battery: since when, how many, and which go dark first. */
export function PowerCutBanner({ details: { plant } }: { details: PlantDetails }) {
  const { t } = useTranslation('shell')
  const { time, duration, list } = useFormats(plant.timezone)
  const now = useNow(refetchMs / 2)
  const { plant_id: plantId, counts } = plant
  const hasPowerCut = counts.emergency > 0
  const { data, refetch } = useAction('getPowerCut', { plantId }, { enabled: hasPowerCut, refetchInterval: refetchMs })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever another lamp goes on battery, or off
  useEffect(() => {
    if (hasPowerCut) void refetch()
  }, [counts.emergency])
  if (!hasPowerCut) return null
  const since = data ? data.since : null
  const first = data ? data.first.filter((lamp) => lamp.ends_at !== null) : []
  const names = first.map(({ id, description }) => [lampNumber(id), description].filter(Boolean).join(' '))
  return (
    <section
      className={`vx-card ${bannerStyles.banner} ${bannerStyles.bannerBattery}`}
      data-part="banner"
      aria-label={t('powerCut.label')}
    >
      <IconBattery1 size={22} aria-hidden />
      <div className={bannerStyles.bannerText}>
        <b role="alert">{t('powerCut.lamps', { count: data ? data.lamps : counts.emergency })}</b>
        {since === null ? null : (
          <b>{` · ${t('powerCut.since', { time: time(since), duration: duration(Math.max(now - Date.parse(since), 0)) })}`}</b>
        )}
        {first[0]?.ends_at ? (
          <>
            <br />
            <span>{t('powerCut.ends', { time: time(first[0].ends_at), lamps: list(names) })}</span>
          </>
        ) : null}
      </div>
      <Button variant="default" component={AppLink} to={pathTo('devices', { plantId }, { f: 'emergency' })}>
        {t('word.seeTheLamps')}
      </Button>
    </section>
  )
}
