import { Radio, Select, TextInput } from '@mantine/core'
import { email } from '@vigilux/contract/features/accounts/account.ts'
import { type PlantRole, plantRoles, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useLimits } from '../../shared/api/use-limits.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { DateField } from '../../shared/form/DateField.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure, RequiredNote } from '../../shared/form/FormParts.tsx'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { type Language, languageNames, languages } from '../../shared/i18n/languages.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { inviteActionOf, rolesInvitedBy } from './invite-roles.ts'
import * as styles from './members.module.css'

const inviteForm = z.object({ email, role: z.enum(plantRoles, { error: 'role' }) })

type InviteDialogProps = { plant: PlantDetails['plant']; email?: string; onClose: () => void }

/** Address, role with its permissions, and the mail's language. */
export function InviteDialog({ plant, email: knownEmail = '', onClose }: InviteDialogProps) {
  const { t } = useTranslation(['members', 'people'])
  const limits = useLimits()
  const roles = rolesInvitedBy(plant.role)
  const onlyRole = roles.length === 1 ? roles[0] : undefined
  const ownLanguage = useLanguage()
  const form = useCheckedForm(inviteForm, {
    email: knownEmail,
    role: (onlyRole ?? null) as PlantRole | null,
    language: ownLanguage as Language,
    endsOn: '',
  })
  const [failure, setFailure] = useState<unknown>()
  const { action, input } = inviteActionOf(form.values.role ?? 'clientStaff')
  const send = useActionMutation(action, { refresh: ['listaInviti'] })
  const discard = () => {
    form.resetDirty()
    onClose()
  }
  const submit = async (values: typeof form.values) => {
    setFailure(undefined)
    try {
      const { language, endsOn } = values
      const until = endsOn === '' ? {} : { endsOn }
      await send.mutateAsync({ plantId: plant.plant_id, email: values.email, language, ...until, ...input } as never)
      toastDone(t('people:inviting.done', { email: values.email.trim() }))
      discard()
    } catch (error) {
      if (!showFieldFailures(form, error)) setFailure(error)
    }
  }
  return (
    <FormDialog unsaved={form.isDirty()} onClose={discard} title={t('people:inviting.title')}>
      {(cancel) => (
        <form
          className={styles.inviteForm}
          noValidate
          onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
        >
          <UnsavedGuard form={form} draft="invite" />
          <RequiredNote />
          <TextInput
            label={t('word.email')}
            description={t('people:inviting.text', { count: limits.invitationDays })}
            withAsterisk
            type="email"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('email')}
          />
          <Radio.Group label={t('word.role')} withAsterisk {...form.getInputProps('role')}>
            <div className={styles.roleChoice}>
              {roles.map((role) => (
                <Radio key={role} value={role} label={t(`role.${role}`)} description={t(`roleText.${role}`)} />
              ))}
            </div>
          </Radio.Group>
          {roleMay(plant.role, 'members.administer') ? (
            <DateField
              label={t('people:end.day')}
              description={t('people:end.invite')}
              {...form.getInputProps('endsOn')}
            />
          ) : null}
          <Select
            label={t('people:inviting.language')}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
            {...form.getInputProps('language')}
          />
          <FormFailure error={failure} />
          <DialogFoot onCancel={cancel} saving={send.isPending}>
            {t('people:inviting.submit')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
