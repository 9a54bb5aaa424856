import { Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import * as bannerStyles from '../../shared/layout/banner.module.css'
import { AppLink } from '../../shared/navigation.tsx'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'

/** Above every page of an archived plant: why it is read-only, and who can restore it. */
export function ArchivedBanner({ details: { plant } }: { details: PlantDetails }) {
  const { t } = useTranslation('plant-archive')
  const { date } = useFormats(plant.timezone)
  if (plant.archived_at === null) return null
  const since = t('archive.banner', { date: date(plant.archived_at) })
  const mayAdminister = roleMay(plant.role, 'plant.administer')
  return (
    <section className={`vx-card ${bannerStyles.banner}`} data-part="banner" aria-label={since}>
      <IconArchive size={22} aria-hidden />
      <div className={bannerStyles.bannerText}>
        <b>{since}</b>
        <br />
        <span>{t(mayAdminister ? 'archive.bannerText' : 'archive.bannerWho')}</span>
      </div>
      {mayAdminister ? (
        <Button
          variant="default"
          component={AppLink}
          to={pathTo('plantGeneral', { plantId: plant.plant_id }, { tab: 'advanced' })}
        >
          {t('archive.back')}
        </Button>
      ) : null}
    </section>
  )
}
