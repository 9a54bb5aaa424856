import { Button, TextInput } from '@mantine/core'
import type { UserInfos } from '@vigilux/contract/features/accounts/account.ts'
import { accountActions } from '@vigilux/contract/features/accounts/accounts.actions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastDone } from '../../shared/feedback/toast.ts'
import { changesIn } from '../../shared/form/changes.ts'
import { FormFailure, RequiredNote, UnsavedCount } from '../../shared/form/FormParts.tsx'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AddressFields } from './AddressFields.tsx'
import './accounts.css'

/** Name, company and address; neither profile type nor verification can be changed here. */
export function ProfileForm({ person }: { person: UserInfos }) {
  const { t } = useTranslation('accounts')
  const { name, surname, phone, piva, businessname, address } = person
  const form = useCheckedForm(accountActions.saveProfile.input, { name, surname, phone, piva, businessname, address })
  const [failure, setFailure] = useState<unknown>()
  const save = useActionMutation('saveProfile', { refresh: ['getUserInfos'] })
  const submit = async (values: typeof form.values) => {
    setFailure(undefined)
    try {
      await save.mutateAsync({ ...values, address: { ...values.address, country: values.address.country ?? '' } })
      form.resetDirty(values)
      toastDone(t('profile.saved'))
    } catch (error) {
      if (!showFieldFailures(form, error)) setFailure(error)
    }
  }
  return (
    <Card title={t('profile.data')}>
      <form
        className="vx-form vx-profile-body"
        noValidate
        onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
      >
        <UnsavedGuard form={form} draft="profile" />
        <RequiredNote />
        <div className="vx-form-pair">
          <TextInput label={t('fields.name')} withAsterisk autoComplete="given-name" {...form.getInputProps('name')} />
          <TextInput
            label={t('fields.surname')}
            withAsterisk
            autoComplete="family-name"
            {...form.getInputProps('surname')}
          />
        </div>
        <TextInput label={t('fields.phone')} type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
        <div className="vx-form-pair">
          <TextInput
            label={t('fields.businessname')}
            autoComplete="organization"
            {...form.getInputProps('businessname')}
          />
          <TextInput label={t('fields.piva')} {...form.getInputProps('piva')} />
        </div>
        <AddressFields field={(path) => form.getInputProps(path)} />
        <FormFailure error={failure} />
        <div className="vx-form-end">
          <Button type="submit" loading={save.isPending}>
            {t('profile.save')}
          </Button>
          <UnsavedCount count={changesIn(form)} />
        </div>
      </form>
    </Card>
  )
}
