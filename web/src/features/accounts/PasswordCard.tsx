import { Button, PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../shared/api/api-failure.ts'
import { toastDone } from '../../shared/feedback/toast.ts'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { callAuth } from '../../shared/session/session-api.ts'
import { AccountFailure } from './AccountFailure.tsx'
import { changeForm } from './account-forms.ts'
import { PasswordFields } from './PasswordFields.tsx'

const empty = { current: '', password: '', confirmation: '' }

/** Requires the old password; every other session of the person ends. */
export function PasswordCard() {
  const { t } = useTranslation('accounts')
  const form = useCheckedForm(changeForm, empty)
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const submit = async (values: typeof empty) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await callAuth('change-password', values)
      form.reset()
      toastDone(t('password.changed'))
    } catch (error) {
      if (failureOf(error).code === 'WRONG_EMAIL_OR_PASSWORD') {
        form.setFieldError('current', t('password.wrong'))
        focusFirstError()
      } else if (!showFieldFailures(form, error)) setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={t('profile.password')}>
      <form
        className="vx-form vx-profile-body"
        noValidate
        onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
      >
        <UnsavedGuard form={form} />
        <Text size="sm" c="dimmed">
          {t('password.text')}
        </Text>
        <AccountFailure error={failure} />
        <PasswordInput
          label={t('password.current')}
          withAsterisk
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...form.getInputProps('current')}
        />
        <PasswordFields
          value={form.values.password}
          password={form.getInputProps('password')}
          confirmation={form.getInputProps('confirmation')}
        />
        <div className="vx-form-end">
          <Button type="submit" loading={busy}>
            {t('password.change')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
