import { IconPlus, IconStack2 } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { CreateDialog } from '../../shared/form/CreateDialog.tsx'
import { useCheckedForm } from '../../shared/form/form.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { ZoneFields, type ZoneForm, zoneSchema } from './ZoneFields.tsx'

/** Creates a zone with its aggregations. */
function NewZone({ onClose }: { onClose: (createdId?: string) => void }) {
  const { t } = useTranslation('zones')
  const { plantId } = useCurrentPlant()
  const form = useCheckedForm<ZoneForm>(zoneSchema, { zoneName: '', collections: [], version: 0 })
  const save = useActionMutation('saveZone', { refresh: ['getZones', 'getCollections'] })
  const send = async ({ zoneName, collections }: ZoneForm) =>
    (await save.mutateAsync({ plantId, zone: { zoneName, collections } })).zone.id
  return (
    <CreateDialog
      form={form}
      send={send}
      onClose={onClose}
      title={t('new')}
      submitLabel={t('word.create')}
      draft="new-zone"
      prefix="zone."
    >
      <ZoneFields form={form} />
    </CreateDialog>
  )
}

/** The button for a new zone, and its dialog while open. */
export function useNewZone(onMade: (zoneId: string) => void): { create: ReactNode; dialog: ReactNode } {
  const { t } = useTranslation('zones')
  const blockedReason = useWhyNotAllowed()
  const [creating, setCreating] = useState(false)
  const close = (createdId?: string) => {
    setCreating(false)
    if (createdId) onMade(createdId)
  }
  return {
    create: (
      <ReasonButton
        blockedReason={blockedReason}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => setCreating(true)}
      >
        {t('new')}
      </ReasonButton>
    ),
    dialog: creating ? <NewZone onClose={close} /> : null,
  }
}

/** Shown when the plant has no zone. */
export function NoZones({ create }: { create: ReactNode }) {
  const { t } = useTranslation('zones')
  return (
    <div className="vx-card">
      <EmptyState icon={IconStack2} title={t('none.title')} action={create}>
        {t('none.text')}
      </EmptyState>
    </div>
  )
}
