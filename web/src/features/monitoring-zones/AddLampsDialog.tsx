import { Button } from '@mantine/core'
import type { MonitoringZone } from '@vigilux/contract/features/monitoring-zones/monitoring-zone.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { LampPicker } from '../../shared/lamp-picker/LampPicker.tsx'
import { lampKey } from '../../shared/lamp-picker/lamps-found.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useAllLamps } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useMonitoringLamps } from './use-monitoring-lamps.ts'
import { listFreeLamps } from './zone-lamps.ts'

type DialogProps = { zone: MonitoringZone; onClose: () => void }

/** Adds lighting lamps without a monitoring zone to this one. */
export function AddLampsDialog({ zone, onClose }: DialogProps) {
  const { t } = useTranslation('monitoring-zones')
  const { plantId } = useCurrentPlant()
  const zones = useAnswer('getMonitoringZonesPost', { plantId }).zones
  const lamps = useAllLamps(plantId)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { write, writing, error } = useMonitoringLamps()
  const freeLamps = listFreeLamps(zones, lamps)
  const selectedLamps = freeLamps.filter((lamp) => chosen.has(lampKey(lamp)))
  const hasLighting = lamps.some(({ type }) => type === 'lighting')
  return (
    <FormDialog
      unsaved={selectedLamps.length > 0 && !writing}
      onClose={onClose}
      title={t('addTitle', { zone: zone.name })}
    >
      {(cancel) => (
        <div className={layoutStyles.dialogForm}>
          {freeLamps.length === 0 ? <p role="status">{t(hasLighting ? 'allTaken' : 'noLighting')}</p> : null}
          {freeLamps.length > 0 ? (
            <>
              <p className="vx-quiet">{t('addHow')}</p>
              <LampPicker lamps={freeLamps} chosen={new Set(selectedLamps.map(lampKey))} onChange={setChosen} />
            </>
          ) : null}
          <FormFailure error={error} />
          <FormFoot end>
            <Button variant="default" onClick={cancel}>
              {t('cancel')}
            </Button>
            <ReasonButton
              blockedReason={selectedLamps.length === 0 ? t('choose') : undefined}
              loading={writing}
              onClick={() => void write(zone, selectedLamps, 'add').then(onClose, () => undefined)}
            >
              {t('word.add')}
            </ReasonButton>
          </FormFoot>
        </div>
      )}
    </FormDialog>
  )
}
