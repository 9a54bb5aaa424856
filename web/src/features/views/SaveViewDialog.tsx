import { TextInput } from '@mantine/core'
import type { DeviceList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { View, ViewParams } from '@vigilux/contract/features/views/view.ts'
import { text } from '@vigilux/contract/kernel/primitives.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { useCheckedForm } from '../../shared/form/form.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'

const schema = z.object({ name: text(60) })

type DialogProps = { views: readonly View[]; list: DeviceList; params: ViewParams; onClose: () => void }

/** Saves the current view under a name; replaces an existing view with this name. */
export function SaveViewDialog({ views, list, params, onClose }: DialogProps) {
  const { t } = useTranslation('views')
  const { plantId } = useCurrentPlant()
  const save = useActionMutation('saveView', { refresh: ['getViews'], onSuccess: onClose })
  const form = useCheckedForm(schema, { name: '' })
  const name = form.values.name.trim()
  const existingView = views.find((view) => view.name.toLowerCase() === name.toLowerCase())
  const submit = form.onSubmit(() =>
    save.mutate({
      plantId,
      view: { name, list, params },
      ...(existingView && { known: { viewId: existingView.id, version: existingView.version } }),
    }),
  )
  return (
    <FormDialog unsaved={form.isDirty() && !save.isPending} onClose={onClose} title={t('title')}>
      {(cancel) => (
        <form onSubmit={submit} className={formStyles.form} noValidate>
          <p className="vx-quiet">{t('about')}</p>
          <TextInput label={t('word.name')} data-autofocus maxLength={60} {...form.getInputProps('name')} />
          {existingView ? (
            <p role="status" className="vx-quiet">
              {t('replaces', { name: existingView.name })}
            </p>
          ) : null}
          <FormFailure error={save.error} />
          <DialogFoot onCancel={cancel} saving={save.isPending}>
            {t('word.save')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
