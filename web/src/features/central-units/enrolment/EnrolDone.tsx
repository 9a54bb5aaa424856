import { Button } from '@mantine/core'
import { IconBulb, IconCalendarEvent, IconCircleCheck, IconUserPlus } from '@tabler/icons-react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../shared/navigation.tsx'
import { useCurrentPlant } from '../../../shared/plant/plant.ts'
import { pathTo } from '../../../site-map.ts'
import { topicOf } from '../unit.ts'

/** End of the wizard: the result, and the plant's missing steps, each one press away. */
export function EnrolDone({ unit }: { unit: CentralUnit }) {
  const { t } = useTranslation('enrolment')
  const { plantId } = useCurrentPlant()
  const at = { plantId, unit: topicOf(unit) }
  const next = [
    ['names', IconBulb, pathTo('devices', { plantId }, { unit: topicOf(unit) })],
    ['schedule', IconCalendarEvent, pathTo('unitTests', at)],
    ['owner', IconUserPlus, pathTo('plantUsers', { plantId })],
  ] as const
  return (
    <div className="vx-wizard-step">
      <h2>
        <IconCircleCheck size={22} aria-hidden className="vx-enrol-done" /> {t('done.title', { serial: unit.cu_id })}
      </h2>
      <p>{t('lamps.found', { count: unit.lamps.found })}</p>
      <h3>{t('done.next')}</h3>
      <ul className="vx-choice vx-enrol-next">
        {next.map(([name, Mark, to]) => (
          <li key={name}>
            <AppLink to={to}>
              <Mark size={20} stroke={1.8} aria-hidden />
              <span>
                <b>{t(`done.${name}`)}</b>
                <small>{t(`done.${name}Text`)}</small>
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
      <footer className="vx-wizard-foot">
        <Button component={AppLink} to={pathTo('addUnit', { plantId })} variant="default">
          {t('done.another')}
        </Button>
        <Button component={AppLink} to={pathTo('unit', at)}>
          {t('done.open')}
        </Button>
      </footer>
    </div>
  )
}
