import { Alert, Button, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../shared/api/api-failure.ts'
import * as formStyles from '../../shared/form/form.module.css'
import { focusFirstError, useCheckedForm } from '../../shared/form/form.ts'
import * as formFootStyles from '../../shared/form/form-foot.module.css'
import { useIsInView } from '../../shared/form/use-in-sight.ts'
import { AppLink, useNavigateTo } from '../../shared/navigation.tsx'
import { callAuth } from '../../shared/session/session-api.ts'
import { pathTo } from '../../site-map.ts'
import { AccountCard } from './AccountCard.tsx'
import { AccountFailure } from './AccountFailure.tsx'
import { newPasswordForm } from './account-forms.ts'
import * as styles from './accounts.module.css'
import { PasswordFields } from './PasswordFields.tsx'
import { useSubmission } from './use-submission.ts'

/** Sets the password of an invited office with the link from the mail. The link decides the account. */
export function SetPasswordByLink({ email, link }: { email: string; link: string }) {
  const { t } = useTranslation('accounts')
  const navigateTo = useNavigateTo()
  const form = useCheckedForm(newPasswordForm, { password: '', confirmation: '' })
  const { submit, busy, failure } = useSubmission(form)
  const setPassword = (values: typeof form.values) =>
    submit(async () => {
      const set = await callAuth('set-password', { link, ...values })
      navigateTo.replace(pathTo('loginNew', {}, { email: set.email, done: 'password' }))
    })
  const isDead = failure !== undefined && failureOf(failure).code === 'CodeMismatchException'
  return (
    <AccountCard
      title={t('setPassword.first')}
      text={email ? t('setPassword.forLink', { email }) : undefined}
      foot={<AppLink to={pathTo('login')}>{t('backToSignIn')}</AppLink>}
    >
      <form
        className={formStyles.form}
        noValidate
        onSubmit={form.onSubmit((values) => void setPassword(values), focusFirstError)}
      >
        {isDead ? <DeadLink email={email} /> : <AccountFailure error={failure} email={email} />}
        <TextInput label={t('word.email')} type="email" autoComplete="username" readOnly value={email} />
        <PasswordFields
          value={form.values.password}
          password={form.getInputProps('password')}
          confirmation={form.getInputProps('confirmation')}
        />
        <div className={styles.formEnd}>
          <Button type="submit" loading={busy}>
            {t('setPassword.submit')}
          </Button>
        </div>
      </form>
    </AccountCard>
  )
}

function DeadLink({ email }: { email: string }) {
  const { t } = useTranslation('accounts')
  const viewRef = useIsInView<HTMLDivElement>()
  return (
    <Alert ref={viewRef} className={formFootStyles.inSight} color="red" variant="light" role="alert">
      <Text size="sm">{t('setPassword.linkDead')}</Text>
      <AppLink to={pathTo('forgotPassword', {}, { email })}>{t('setPassword.byCode')}</AppLink>
    </Alert>
  )
}
