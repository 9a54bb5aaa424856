import { IconPlus } from '@tabler/icons-react'
import type { MonitoringZone } from '@vigilux/contract/features/monitoring-zones/monitoring-zone.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { LampPicker } from '../../shared/lamp-picker/LampPicker.tsx'
import { lampKey } from '../../shared/lamp-picker/lamps-found.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useAllLamps } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { AddLampsDialog } from './AddLampsDialog.tsx'
import { useMonitoringLamps } from './use-monitoring-lamps.ts'
import { listZoneLamps } from './zone-lamps.ts'

/** The lamps of a monitoring zone with their levels; added and removed with permission. */
export function LampsOfZone({ zone }: { zone: MonitoringZone }) {
  const { t } = useTranslation('monitoring-zones')
  const { percent } = useFormats()
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const lamps = useAllLamps(plantId)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isAdding, setAdding] = useState(false)
  const { write, writing, error } = useMonitoringLamps()
  const zoneLamps = listZoneLamps(zone, lamps)
  const selectedLamps = zoneLamps.filter((lamp) => chosen.has(lampKey(lamp)))
  return (
    <section className="vx-panel-part" aria-label={t('its')}>
      <h3>{t('its')}</h3>
      {zoneLamps.length === 0 ? <p className="vx-quiet">{t('noLamps')}</p> : null}
      {zoneLamps.length > 0 ? (
        <LampPicker
          lamps={zoneLamps}
          chosen={new Set(selectedLamps.map(lampKey))}
          onChange={setChosen}
          note={({ dimming }) => (dimming === null ? [] : [percent(dimming)])}
        />
      ) : null}
      <FormFailure error={error} />
      <div className={layoutStyles.actions}>
        <ReasonButton
          blockedReason={blockedReason}
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('word.addLamps')}
        </ReasonButton>
        {zoneLamps.length > 0 ? (
          <ReasonButton
            variant="default"
            blockedReason={blockedReason ?? (selectedLamps.length === 0 ? t('choose') : undefined)}
            loading={writing}
            onClick={() => void write(zone, selectedLamps, 'remove').catch(() => undefined)}
          >
            {t('word.takeOut')}
          </ReasonButton>
        ) : null}
      </div>
      {isAdding ? <AddLampsDialog zone={zone} onClose={() => setAdding(false)} /> : null}
    </section>
  )
}
