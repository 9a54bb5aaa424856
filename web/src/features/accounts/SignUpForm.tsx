import { Alert, Button, SegmentedControl, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import {
  type AccountKind,
  needsIdentity,
  selfServiceUserTypes,
  signUp,
} from '@vigilux/contract/features/accounts/account.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf, failureText } from '../../shared/api/api-failure.ts'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { RequiredNote } from '../../shared/form/FormParts.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { focusFirstError, useCheckedForm } from '../../shared/form/form.ts'
import { ownCountry } from '../../shared/form/own-country.ts'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { useSavedInvite } from '../../shared/session/invite.ts'
import { callAuth } from '../../shared/session/session-api.ts'
import { AccountFailure } from './AccountFailure.tsx'
import { AddressFields } from './AddressFields.tsx'
import * as styles from './accounts.module.css'
import { BusinessFields } from './BusinessFields.tsx'
import { ConsentFields } from './ConsentFields.tsx'
import { DeclarationFields } from './DeclarationFields.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import { useSubmission } from './use-submission.ts'

const empty = {
  usertype: 'installer' as (typeof selfServiceUserTypes)[number],
  kind: 'company' as AccountKind,
  email: '',
  password: '',
  confirmation: '',
  name: '',
  surname: '',
  phone: '',
  businessname: '',
  piva: '',
  address: { street: '', housenumber: '', prov: '', cap: '', city: '', country: '' },
  ageDeclared: false,
  termsAccepted: false,
  nameDeclared: false,
  marketing: false,
  profiling: false,
  thirdparts: false,
}
type Values = typeof empty
export type SignInData = Pick<Values, 'email' | 'password'>
type SignUpFormState = UseFormReturnType<Values>

/** The form of the contract's `signUp`; sends the current language. */
export function SignUpForm({ onRegistered }: { onRegistered: (signInData: SignInData) => void }) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  const invite = useSavedInvite()
  const [start] = useState(() => ({ ...empty, address: { ...empty.address, country: ownCountry() } }))
  const form = useCheckedForm<Values>(signUp, start, { language })
  const { submit, busy, failure } = useSubmission(form, { receive: (error) => showTakenEmail(form, error) })
  const register = (values: Values) =>
    submit(async () => {
      const address = { ...values.address, country: values.address.country ?? '' }
      await callAuth('sign-up', { ...values, address, language })
      form.resetDirty()
      onRegistered({ email: values.email.trim(), password: values.password })
    })
  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={form.onSubmit((values) => void register(values), focusFirstError)}
    >
      <UnsavedGuard form={form} />
      <RequiredNote />
      {invite ? <Alert color="brand">{t('signUp.invited')}</Alert> : null}
      <KindFields form={form} />
      <PersonFields form={form} />
      <PasswordFields
        value={form.values.password}
        password={form.getInputProps('password')}
        confirmation={form.getInputProps('confirmation')}
      />
      <DeclarationFields
        withName={needsIdentity(form.values)}
        field={(name) => form.getInputProps(name, { type: 'checkbox' })}
      />
      <OptionalFields form={form} />
      <AccountFailure error={failure} email={form.values.email} />
      <FormFoot>
        <Button type="submit" loading={busy}>
          {t('signUp.submit')}
        </Button>
      </FormFoot>
    </form>
  )
}

/** Marks an address already in use at its field; false for any other refusal. */
function showTakenEmail(form: SignUpFormState, error: unknown): boolean {
  if (failureOf(error).code !== 'UsernameExistsException') return false
  form.setFieldError('email', failureText(error))
  focusFirstError()
  return true
}

function KindFields({ form }: { form: SignUpFormState }) {
  const { t } = useTranslation('accounts')
  const { usertype, kind } = form.values
  return (
    <>
      <fieldset>
        <legend>{t('signUp.who')}</legend>
        <SegmentedControl
          aria-label={t('signUp.who')}
          fullWidth
          data={selfServiceUserTypes.map((value) => ({ value, label: t(`usertype.${value}`) }))}
          {...form.getInputProps('usertype')}
        />
        <Text size="sm" c="dimmed">
          {t(`usertypeText.${usertype}`)}
        </Text>
      </fieldset>
      <BusinessFields kind={kind} country={form.values.address.country} field={(name) => form.getInputProps(name)} />
    </>
  )
}

function PersonFields({ form }: { form: SignUpFormState }) {
  const { t } = useTranslation('accounts')
  return (
    <>
      <div className={styles.formPair}>
        <TextInput label={t('fields.name')} withAsterisk autoComplete="given-name" {...form.getInputProps('name')} />
        <TextInput
          label={t('fields.surname')}
          withAsterisk
          autoComplete="family-name"
          {...form.getInputProps('surname')}
        />
      </div>
      <TextInput
        label={t('word.email')}
        withAsterisk
        type="email"
        autoComplete="username"
        {...form.getInputProps('email')}
      />
    </>
  )
}

const isOptional = (name: string): boolean =>
  name === 'phone' || (name.startsWith('address') && name !== 'address.country')

/** Phone, address and consents: folded, because the profile asks for them when they are first needed. */
function OptionalFields({ form }: { form: SignUpFormState }) {
  const { t } = useTranslation('accounts')
  const hasError = Object.keys(form.errors).some((name) => isOptional(name))
  return (
    <details className={styles.signUpMore} open={hasError || undefined}>
      <summary>{t('signUp.more')}</summary>
      <TextInput label={t('fields.phone')} type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
      <AddressFields field={(name) => form.getInputProps(name)} />
      <fieldset>
        <legend>{t('consent.title')}</legend>
        <Text size="sm" c="dimmed">
          {t('consent.text')}
        </Text>
        <ConsentFields field={(name) => form.getInputProps(name, { type: 'checkbox' })} />
      </fieldset>
    </details>
  )
}
