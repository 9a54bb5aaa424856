import { Anchor, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { AppLink, useNavigateTo } from '../../shared/navigation.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { callAuth } from '../../shared/session/session-api.ts'
import { pathTo } from '../../site-map.ts'
import { AccountCard } from './AccountCard.tsx'
import { AccountFailure } from './AccountFailure.tsx'
import { addressForm } from './account-forms.ts'

/** Requests the code to set a new password. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('accounts')
  const navigateTo = useNavigateTo()
  const [{ email = '' }] = useSearchParams()
  const form = useCheckedForm(addressForm, { email })
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const submit = async (values: { email: string }) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await callAuth('forgot', values)
      navigateTo(pathTo('setPassword', {}, { email: values.email.trim() }))
    } catch (error) {
      if (!showFieldFailures(form, error)) setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AccountCard
      title={t('forgot.title')}
      text={t('forgot.text')}
      foot={<AppLink to={pathTo('login')}>{t('backToSignIn')}</AppLink>}
    >
      <form className="vx-form" noValidate onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}>
        <AccountFailure error={failure} email={form.values.email} />
        <TextInput
          label={t('word.email')}
          withAsterisk
          type="email"
          autoComplete="username"
          autoFocus
          {...form.getInputProps('email')}
        />
        <div className="vx-form-end">
          <Button type="submit" loading={busy}>
            {t('forgot.submit')}
          </Button>
          <Anchor component={AppLink} to={pathTo('setPassword', {}, { email: form.values.email })} size="sm">
            {t('forgot.haveCode')}
          </Anchor>
        </div>
      </form>
    </AccountCard>
  )
}
