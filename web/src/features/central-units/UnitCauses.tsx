import { Button } from '@mantine/core'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { safetyOfUnit } from '@vigilux/contract/features/central-units/unit-safety.rules.ts'
import { useTranslation } from 'react-i18next'
import { FaultCause } from '../../shared/faults/FaultCause.tsx'
import { RelativeTime } from '../../shared/format/RelativeTime.tsx'
import { Cause } from '../../shared/layout/Cause.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { ReportsAsNew } from './ReportsAsNew.tsx'

/** All problems of a unit in words, each with its next step if there is one. */
export function UnitCauses({ unit, detail }: { unit: CentralUnit; detail?: UnitDetail | null }) {
  const { t } = useTranslation('central-units')
  const { plantId, plant } = useCurrentPlant()
  const { onBattery, faults } = safetyOfUnit(unit)
  if (unit.connection === 'notAcquired')
    return (
      <Cause state="notAcquired" title={t('cause.notAcquired')}>
        <p>{t('cause.notAcquiredText')}</p>
        <Button
          component={AppLink}
          to={pathTo('addUnit', { plantId }, { type: unit.cu_type, serial: unit.cu_id })}
          size="compact-sm"
        >
          {t('word.enrol')}
        </Button>
      </Cause>
    )
  return (
    <>
      {unit.unknown_life_since ? <ReportsAsNew unit={unit} since={unit.unknown_life_since} /> : null}
      {unit.connection === 'disconnected' && !unit.unknown_life_since ? (
        <Cause state="offline" title={t('cause.offline')}>
          {unit.last_seen ? (
            <p>
              {t('fact.lastSeen')}: <RelativeTime at={unit.last_seen} timeZone={plant.timezone} />
            </p>
          ) : null}
          <p>{t('cause.offlineText')}</p>
        </Cause>
      ) : null}
      {onBattery ? (
        <Cause state="emergency" title={t('cause.onBattery')}>
          <p>{t('cause.onBatteryText')}</p>
        </Cause>
      ) : null}
      {faults.map((fault) => (
        <FaultCause
          key={fault.code}
          fault={fault}
          values={{ found: unit.lamps.found, configured: unit.lamps.configured }}
          spareParts={fault.part === 'battery' && detail?.batteryCode ? [detail.batteryCode] : []}
        />
      ))}
    </>
  )
}
