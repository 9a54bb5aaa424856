import { Select, Switch } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { currencies, type PriceSettings as Settings } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import * as styles from './bill-of-materials.module.css'

/** Whether the client sees prices, editable with permission. */
export function PriceSettings({ settings }: { settings: Settings }) {
  const { t } = useTranslation('bill-of-materials')
  const blockedReason = useWhyNotAllowed('plant.administer')
  const [open, setOpen] = useState(false)
  const Mark = settings.shownToClients ? IconEye : IconEyeOff
  return (
    <span className={`${styles.billPrices} vx-no-print`}>
      <Mark size={16} aria-hidden /> {t(settings.shownToClients ? 'shown' : 'hidden')}
      <ReasonButton variant="subtle" size="compact-sm" blockedReason={blockedReason} onClick={() => setOpen(true)}>
        {t('word.change')}
      </ReasonButton>
      {open ? <SettingsDialog settings={settings} onClose={() => setOpen(false)} /> : null}
    </span>
  )
}

const schema = z.object({ currency: z.enum(currencies), shownToClients: z.boolean() })

function SettingsDialog({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const { t } = useTranslation('bill-of-materials')
  const { plantId } = useCurrentPlant()
  const action = useActionMutation('savePriceSettings', { refresh: ['getBillOfMaterials'] })
  const { form, submit, saving, trouble } = useRecordForm<Settings>({
    schema,
    stored: settings,
    labels: { currency: t('currency'), shownToClients: t('showClients') },
    save: async (values) => ({ ...values, ...(await action.mutateAsync({ plantId, ...values })) }),
    onSaved: onClose,
  })
  return (
    <FormDialog title={t('settings')} unsaved={form.isDirty()} onClose={onClose}>
      {(cancel) => (
        <form onSubmit={submit} noValidate>
          <UnsavedGuard form={form} draft="price-settings" />
          <div className={styles.billForm}>
            <Select
              label={t('currency')}
              description={t('currencyHelp')}
              data={[...currencies]}
              allowDeselect={false}
              {...form.getInputProps('currency')}
            />
            <Switch label={t('showClients')} {...form.getInputProps('shownToClients', { type: 'checkbox' })} />
            {trouble}
          </div>
          <DialogFoot onCancel={cancel} saving={saving}>
            {t('word.save')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
