import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../shared/api/api-failure.ts'
import * as formStyles from '../../shared/form/form.module.css'
import { focusFirstError, useCheckedForm } from '../../shared/form/form.ts'
import { AppLink, useNavigateTo } from '../../shared/navigation.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { callAuth } from '../../shared/session/session-api.ts'
import { pathTo } from '../../site-map.ts'
import { AccountCard } from './AccountCard.tsx'
import { AccountFailure } from './AccountFailure.tsx'
import { resetForm } from './account-forms.ts'
import * as styles from './accounts.module.css'
import { CodeField, ResendCode } from './CodeStep.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import { SetPasswordByLink } from './SetPasswordByLink.tsx'
import { useSubmission } from './use-submission.ts'

/** Sets a password: with the link of an invited office, otherwise with the code from the mail. */
export function SetPasswordPage() {
  const [{ email = '', link }] = useSearchParams()
  return link ? <SetPasswordByLink email={email} link={link} /> : <SetPasswordByCode email={email} />
}

/** Sets a new password with the code from the mail; ends every session of the account. */
function SetPasswordByCode({ email }: { email: string }) {
  const { t } = useTranslation('accounts')
  const navigateTo = useNavigateTo()
  const form = useCheckedForm(resetForm, { email, code: '', password: '', confirmation: '' })
  const { submit, busy, failure } = useSubmission(form)
  const setPassword = (values: typeof form.values) =>
    submit(async () => {
      await callAuth('reset', values)
      navigateTo.replace(pathTo('loginNew', {}, { email: values.email.trim(), done: 'password' }))
    })
  const isDead = failure !== undefined && failureOf(failure).code === 'CodeMismatchException'
  return (
    <AccountCard
      title={t('setPassword.title')}
      text={email ? t('setPassword.text', { email }) : undefined}
      foot={<AppLink to={pathTo('login')}>{t('backToSignIn')}</AppLink>}
    >
      <form
        className={formStyles.form}
        noValidate
        onSubmit={form.onSubmit((values) => void setPassword(values), focusFirstError)}
      >
        <AccountFailure error={failure} email={form.values.email}>
          {isDead ? <p>{t('code.dead')}</p> : null}
        </AccountFailure>
        <TextInput
          label={t('word.email')}
          withAsterisk
          type="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <CodeField {...form.getInputProps('code')} />
        <PasswordFields
          value={form.values.password}
          password={form.getInputProps('password')}
          confirmation={form.getInputProps('confirmation')}
        />
        <div className={styles.formEnd}>
          <Button type="submit" loading={busy}>
            {t('setPassword.submit')}
          </Button>
          <ResendCode flow="forgot" email={form.values.email} />
        </div>
      </form>
    </AccountCard>
  )
}
