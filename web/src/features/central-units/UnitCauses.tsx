import { Button } from '@mantine/core'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../shared/format/RelativeTime.tsx'
import { sayCode } from '../../shared/i18n/i18n.ts'
import { Cause } from '../../shared/layout/Cause.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'

/** Everything that is wrong with a unit, in words, each with the way on where there is one. */
export function UnitCauses({ unit }: { unit: CentralUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId, plant } = useOpenPlant()
  if (unit.connection === 'notAcquired')
    return (
      <Cause state="notAcquired" title={t('cause.notAcquired')}>
        <p>{t('cause.notAcquiredText')}</p>
        <Button
          component={AppLink}
          to={pathTo('addUnit', { plantId }, { type: unit.cu_type, serial: unit.cu_id })}
          size="compact-sm"
        >
          {t('acquire')}
        </Button>
      </Cause>
    )
  return (
    <>
      {unit.connection === 'disconnected' ? (
        <Cause state="offline" title={t('cause.offline')}>
          {unit.last_seen ? (
            <p>
              {t('fact.lastSeen')}: <RelativeTime at={unit.last_seen} timeZone={plant.timezone} />
            </p>
          ) : null}
          <p>{t('cause.offlineText')}</p>
        </Cause>
      ) : null}
      {unit.on_battery ? (
        <Cause state="emergency" title={t('cause.onBattery')}>
          <p>{t('cause.onBatteryText')}</p>
        </Cause>
      ) : null}
      {unit.errors.map((code) => (
        <Cause key={code} state="error" title={sayCode('errors.unit', code) ?? code} />
      ))}
      {unit.warnings.map((code) => (
        <Cause key={code} state="warning" title={sayCode('errors.unit', code) ?? code} />
      ))}
    </>
  )
}
