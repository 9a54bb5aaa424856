import { Alert, Text } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { type PlantOwner, plantOwner } from '@vigilux/contract/features/plants/plant.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { Card, Facts } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { canChange, changeBlockedReason } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { OwnerFields } from './OwnerFields.tsx'
import { emptyOwner, ownerOf } from './plant-draft.ts'

type Plant = PlantDetails['plant']

/** The plant's owner, and the dialog to edit it. */
export function OwnerCard({ plant }: { plant: Plant }) {
  const { t } = useTranslation('plants')
  const [open, setOpen] = useState(false)
  const mayAdminister = canChange(plant, 'plant.administer')
  const { name, email, phone, piva } = plant.owner ?? emptyOwner
  const facts = [
    [t('fields.ownerName'), name],
    [t('fields.ownerEmail'), email],
    [t('fields.ownerPhone'), phone],
    [t('fields.ownerPiva'), piva],
  ] as const
  return (
    <Card
      title={t('fields.owner')}
      aside={
        <ReasonButton
          size="xs"
          variant="default"
          blockedReason={changeBlockedReason(plant, 'plant.administer', t('edit.readOnly'))}
          onClick={() => setOpen(true)}
        >
          {t('client.manage')}
        </ReasonButton>
      }
    >
      <div className={formStyles.settingsBody}>
        {plant.hasOwner ? (
          <Facts entries={facts.map(([label, value]) => [label, value || '–'] as const)} />
        ) : (
          <Alert icon={<IconUserQuestion size={18} aria-hidden />} color="yellow">
            {t('client.none')}{' '}
            {mayAdminister ? (
              <AppLink to={pathTo('plantUsers', { plantId: plant.plant_id })}>{t('client.invite')}</AppLink>
            ) : null}
          </Alert>
        )}
      </div>
      {open ? <ManageClientDialog plant={plant} onClose={() => setOpen(false)} /> : null}
    </Card>
  )
}

function ManageClientDialog({ plant, onClose }: { plant: Plant; onClose: () => void }) {
  const { t } = useTranslation('plants')
  const action = useActionMutation('aggiornaClienteImpianto', { refresh: ['getPlantDetails', 'getAllPlants'] })
  const { form, submit, saving, trouble } = useRecordForm({
    schema: plantOwner,
    stored: { ...(plant.owner ?? emptyOwner), version: plant.version },
    labels: {
      name: t('fields.ownerName'),
      email: t('fields.ownerEmail'),
      phone: t('fields.ownerPhone'),
      piva: t('fields.ownerPiva'),
    },
    prefix: 'owner.',
    // The version is not a field of the owner.
    toInput: (owner) => owner,
    toValues: (now: { owner: PlantOwner | null; version: number }) => ({
      ...(now.owner ?? emptyOwner),
      version: now.version,
    }),
    save: async ({ version: openedVersion, ...owner }) => {
      const input = { plantId: plant.plant_id, owner: ownerOf(owner), version: openedVersion }
      return { ...owner, version: (await action.mutateAsync(input)).version }
    },
    onSaved: () => {
      toastDone(t('client.saved'))
      onClose()
    },
  })
  return (
    <FormDialog title={t('client.manage')} unsaved={form.isDirty()} onClose={onClose}>
      {(cancel) => (
        <form className={formStyles.form} noValidate onSubmit={submit}>
          <UnsavedGuard form={form} draft="client" />
          <Text size="sm" c="dimmed">
            {t('client.text')}
          </Text>
          <OwnerFields field={(name) => form.getInputProps(name)} />
          {action.isError ? (
            <Text size="sm" fw={600} role="alert">
              {t('client.notSaved')}
            </Text>
          ) : null}
          {trouble}
          <DialogFoot onCancel={cancel} saving={saving}>
            {t('client.save')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
