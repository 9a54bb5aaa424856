import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { useLampZones } from './use-lamp-zones.ts'
import { useZoneLamps } from './use-zone-lamps.ts'

type DialogProps = { lamps: readonly { cu: string; id: number }[]; onClose: () => void }

/** Adds lamps to a zone, or removes them from it. */
export function AssignZoneDialog({ lamps, onClose }: DialogProps) {
  const { t } = useTranslation('zones')
  const { plantId } = useCurrentPlant()
  const [{ into }] = useSearchParams()
  const { zones } = useLampZones(plantId)
  const [chosen, setChosen] = useState(into)
  const zone = zones.find(({ id }) => id === chosen)
  const { write, change, error } = useZoneLamps()
  const blockedReason = zone ? undefined : t('assign.choose')
  const changeZone = (change: 'add' | 'remove') => {
    if (zone) void write(zone, lamps, change).then(onClose, () => undefined)
  }
  return (
    <FormDialog unsaved={false} onClose={onClose} title={t('assign.title', { count: lamps.length })}>
      {(cancel) => (
        <div className={layoutStyles.dialogForm}>
          <Select
            label={t('word.zone')}
            searchable
            value={zone?.id ?? null}
            onChange={(id) => setChosen(id ?? undefined)}
            nothingFoundMessage={t('assign.noneFits')}
            data={zones
              .map(({ id, zoneName }) => ({ value: id, label: zoneName }))
              .toSorted((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }))}
          />
          <FormFailure error={error} />
          <FormFoot end>
            <Button variant="default" onClick={cancel}>
              {t('cancel')}
            </Button>
            <ReasonButton
              variant="default"
              blockedReason={blockedReason}
              loading={change === 'remove'}
              onClick={() => changeZone('remove')}
            >
              {t('word.takeOut')}
            </ReasonButton>
            <ReasonButton blockedReason={blockedReason} loading={change === 'add'} onClick={() => changeZone('add')}>
              {t('assign.putIn')}
            </ReasonButton>
          </FormFoot>
        </div>
      )}
    </FormDialog>
  )
}
