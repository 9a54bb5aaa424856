import { Text } from '@mantine/core'
import { IconHourglassLow } from '@tabler/icons-react'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Card, Facts } from '../../shared/layout/PageHeader.tsx'
import { useGo } from '../../shared/navigation.tsx'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { ProCodeNote } from './ProCodeNote.tsx'

const later = ['logo', 'mapPosition', 'proCode', 'errorNotifications'] as const

/** The tier, what comes later, and at the end what is final. */
export function AdvancedTab({ details: { plant } }: { details: PlantDetails }) {
  const { t } = useTranslation('plants')
  const { date } = useFormats(plant.timezone)
  return (
    <div className="vx-settings">
      <Card title={t('advanced.tier')}>
        <div className="vx-settings-body">
          <Facts
            entries={[
              [t('column.tier'), t(`tier.${plant.tier}`)],
              [t('advanced.expiry'), plant.pro_expiry ? date(plant.pro_expiry) : t('advanced.noExpiry')],
              [t('fields.plant_type'), t(`type.${plant.plant_type}`)],
            ]}
          />
          <ProCodeNote />
        </div>
      </Card>
      <Card title={t('advanced.later')} aside={<IconHourglassLow size={16} aria-hidden />}>
        <div className="vx-settings-body">
          <Text size="sm" c="dimmed">
            {t('advanced.laterText')}
          </Text>
          <ul className="vx-later">
            {later.map((name) => (
              <li key={name}>{t(`advanced.${name}`)}</li>
            ))}
          </ul>
        </div>
      </Card>
      <RemovePlant plant={plant} />
    </div>
  )
}

function RemovePlant({ plant }: { plant: PlantDetails['plant'] }) {
  const { t } = useTranslation('plants')
  const go = useGo()
  const [asking, setAsking] = useState(false)
  const remove = useActionMutation('removePlant')
  const mayRemove = roleMay(plant.role, 'plant.administer')
  const { plantname } = plant
  const confirm = async () => {
    await remove.mutateAsync({ plantId: plant.plant_id, plantname })
    toastDone(t('remove.done', { name: plantname }))
    go.replace(pathTo('home'))
  }
  return (
    <Card title={t('remove.section')}>
      <div className="vx-settings-body">
        <Text size="sm" mb={12}>
          {t('remove.text')}
        </Text>
        <ReasonButton
          variant="outline"
          color="red"
          c="var(--mantine-color-error)"
          because={mayRemove ? undefined : t('edit.readOnly')}
          onClick={() => setAsking(true)}
        >
          {t('remove.open')}
        </ReasonButton>
      </div>
      <ConfirmDialog
        opened={asking}
        destructive
        title={t('remove.title', { name: plantname })}
        confirmLabel={t('remove.confirm')}
        cancelLabel={t('remove.keep')}
        typed={plantname}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        <p>{t('remove.consequence', { units: plant.units.total, lamps: plant.lamps })}</p>
        <FormFailure error={remove.error} />
      </ConfirmDialog>
    </Card>
  )
}
