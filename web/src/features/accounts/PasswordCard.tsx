import { Button, PasswordInput, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../shared/api/api-failure.ts'
import { toastDone } from '../../shared/feedback/toast.ts'
import * as formStyles from '../../shared/form/form.module.css'
import { focusFirstError, useCheckedForm } from '../../shared/form/form.ts'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { callAuth } from '../../shared/session/session-api.ts'
import { AccountFailure } from './AccountFailure.tsx'
import { changeForm } from './account-forms.ts'
import * as styles from './accounts.module.css'
import { PasswordFields } from './PasswordFields.tsx'
import { useSubmission } from './use-submission.ts'

const empty = { current: '', password: '', confirmation: '' }

/** Requires the old password; every other session of the person ends. */
export function PasswordCard() {
  const { t } = useTranslation('accounts')
  const form = useCheckedForm(changeForm, empty)
  const receive = (error: unknown) => {
    if (failureOf(error).code !== 'WRONG_EMAIL_OR_PASSWORD') return false
    form.setFieldError('current', t('password.wrong'))
    focusFirstError()
    return true
  }
  const { submit, busy, failure } = useSubmission(form, { receive })
  const changePassword = (values: typeof empty) =>
    submit(async () => {
      await callAuth('change-password', values)
      form.reset()
      toastDone(t('password.changed'))
    })
  return (
    <Card title={t('profile.password')}>
      <form
        className={`${formStyles.form} ${styles.profileBody}`}
        noValidate
        onSubmit={form.onSubmit((values) => void changePassword(values), focusFirstError)}
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
        <div className={styles.formEnd}>
          <Button type="submit" loading={busy}>
            {t('password.change')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
