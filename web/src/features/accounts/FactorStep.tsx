import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as formStyles from '../../shared/form/form.module.css'
import { focusFirstError, useCheckedForm } from '../../shared/form/form.ts'
import { refreshSession } from '../../shared/session/session.ts'
import { AccountFailure } from './AccountFailure.tsx'
import * as styles from './accounts.module.css'
import { factorForm } from './factor-forms.ts'
import { useAuthFlow } from './use-auth-flow.ts'

type FactorStepProps = { given: { email: string; password: string }; onBack: () => void }

/** Second step of sign-in: a code of the authenticator app, or a recovery code. */
export function FactorStep({ given: credentials, onBack }: FactorStepProps) {
  const { t } = useTranslation('accounts')
  const queries = useQueryClient()
  const form = useCheckedForm(factorForm, { code: '' })
  const { ask: request, busy, failure } = useAuthFlow(form)
  const submit = async ({ code }: { code: string }) => {
    if (await request('sign-in', { ...credentials, code })) await refreshSession(queries)
  }
  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
    >
      <AccountFailure error={failure} />
      <FactorCodeField autoFocus {...form.getInputProps('code')} />
      <div className={styles.formEnd}>
        <Button type="submit" loading={busy}>
          {t('signIn.submit')}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {t('backToSignIn')}
        </Button>
      </div>
    </form>
  )
}

/** Field for a code of the app or a recovery code. */
export function FactorCodeField(props: React.ComponentProps<typeof TextInput>) {
  const { t } = useTranslation('accounts')
  return (
    <TextInput
      label={t('word.code')}
      description={t('factor.codeHelp')}
      withAsterisk
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={24}
      {...props}
    />
  )
}
