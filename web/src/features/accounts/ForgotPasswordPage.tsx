import { Anchor, Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import * as formStyles from '../../shared/form/form.module.css'
import { focusFirstError, useCheckedForm } from '../../shared/form/form.ts'
import { AppLink, useNavigateTo } from '../../shared/navigation.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { callAuth } from '../../shared/session/session-api.ts'
import { pathTo } from '../../site-map.ts'
import { AccountCard } from './AccountCard.tsx'
import { AccountFailure } from './AccountFailure.tsx'
import { addressForm } from './account-forms.ts'
import * as styles from './accounts.module.css'
import { useSubmission } from './use-submission.ts'

/** Requests the code to set a new password. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('accounts')
  const navigateTo = useNavigateTo()
  const [{ email = '' }] = useSearchParams()
  const form = useCheckedForm(addressForm, { email })
  const { submit, busy, failure } = useSubmission(form)
  const request = (values: typeof form.values) =>
    submit(async () => {
      await callAuth('forgot', values)
      navigateTo(pathTo('setPassword', {}, { email: values.email.trim() }))
    })
  return (
    <AccountCard
      title={t('forgot.title')}
      text={t('forgot.text')}
      foot={<AppLink to={pathTo('login')}>{t('backToSignIn')}</AppLink>}
    >
      <form
        className={formStyles.form}
        noValidate
        onSubmit={form.onSubmit((values) => void request(values), focusFirstError)}
      >
        <AccountFailure error={failure} email={form.values.email} />
        <TextInput
          label={t('word.email')}
          withAsterisk
          type="email"
          autoComplete="username"
          autoFocus
          {...form.getInputProps('email')}
        />
        <div className={styles.formEnd}>
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
