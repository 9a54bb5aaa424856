import { Button, TextInput } from '@mantine/core'
import type { AccountKind, UserInfos } from '@vigilux/contract/features/accounts/account.ts'
import { accountActions } from '@vigilux/contract/features/accounts/accounts.actions.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastDone } from '../../shared/feedback/toast.ts'
import { changesIn } from '../../shared/form/changes.ts'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { RequiredNote, UnsavedCount } from '../../shared/form/FormParts.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AddressFields } from './AddressFields.tsx'
import * as styles from './accounts.module.css'
import { BusinessFields } from './BusinessFields.tsx'

const toFormValues = ({ name, surname, phone, kind, piva, businessname, address, version }: UserInfos) => ({
  name,
  surname,
  phone,
  kind,
  piva,
  businessname,
  address,
  version,
})

/**
 * Edits name, company and address over the opened version; profile type and verification are read-only. A concurrent
 * change from another browser is shown, and overwritten only by choice.
 */
export function ProfileForm({ person }: { person: UserInfos }) {
  const { t } = useTranslation('accounts')
  const { country } = useFormats()
  const action = useActionMutation('saveProfile', { refresh: ['getUserInfos'] })
  const { form, submit, saving, trouble } = useRecordForm({
    schema: accountActions.saveProfile.input,
    stored: toFormValues(person),
    labels: {
      name: t('fields.name'),
      surname: t('fields.surname'),
      phone: t('fields.phone'),
      kind: t('signUp.kind'),
      businessname: t('fields.businessname'),
      piva: t('fields.piva'),
      'address.street': t('word.street'),
      'address.housenumber': t('fields.housenumber'),
      'address.cap': t('word.postcode'),
      'address.city': t('word.city'),
      'address.prov': t('fields.prov'),
      'address.country': t('word.country'),
    },
    say: (path, value) => {
      if (path === 'kind') return t(`kind.${value as AccountKind}`)
      return path === 'address.country' ? country(value) : value
    },
    save: async (values) => {
      const address = { ...values.address, country: values.address.country ?? '' }
      return toFormValues((await action.mutateAsync({ ...values, address })).user)
    },
    onSaved: () => toastDone(t('profile.saved')),
  })
  return (
    <Card title={t('profile.data')}>
      <form className={`${formStyles.form} ${styles.profileBody}`} noValidate onSubmit={submit}>
        <UnsavedGuard form={form} draft="profile" />
        <RequiredNote />
        <div className={styles.formPair}>
          <TextInput label={t('fields.name')} withAsterisk autoComplete="given-name" {...form.getInputProps('name')} />
          <TextInput
            label={t('fields.surname')}
            withAsterisk
            autoComplete="family-name"
            {...form.getInputProps('surname')}
          />
        </div>
        <TextInput label={t('fields.phone')} type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
        <BusinessFields
          kind={form.values.kind}
          country={form.values.address.country}
          field={(field) => form.getInputProps(field)}
        />
        <AddressFields field={(path) => form.getInputProps(path)} />
        {trouble}
        <FormFoot>
          <Button type="submit" loading={saving}>
            {t('profile.save')}
          </Button>
          <UnsavedCount count={changesIn(form)} />
        </FormFoot>
      </form>
    </Card>
  )
}
