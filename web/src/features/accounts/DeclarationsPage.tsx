import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { accountActions } from '@vigilux/contract/features/accounts/accounts.actions.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { refreshSession, useSignOut } from '../../shared/session/session.ts'
import type { SessionUser } from '../../shared/session/session-api.ts'
import { AccountCard } from './AccountCard.tsx'
import * as styles from './accounts.module.css'
import { DeclarationFields } from './DeclarationFields.tsx'

/** Asks a person whose account was made by a company sign-in for age and terms; nothing else is shown before. */
export function DeclarationsPage({ user }: { user: SessionUser }) {
  const { t } = useTranslation('accounts')
  const frame = useTranslation('shell')
  const queries = useQueryClient()
  const signOut = useSignOut()
  const form = useCheckedForm(accountActions.saveDeclarations.input, { ageDeclared: false, termsAccepted: false })
  const save = useActionMutation('saveDeclarations')
  const submit = async () => {
    try {
      await save.mutateAsync({ ageDeclared: true, termsAccepted: true })
      await refreshSession(queries)
    } catch (error) {
      showFieldFailures(form, error)
    }
  }
  return (
    <AccountCard title={t('declare.title')} text={t('declare.text', { email: user.email })}>
      <form className={formStyles.form} noValidate onSubmit={form.onSubmit(() => void submit(), focusFirstError)}>
        <DeclarationFields field={(name) => form.getInputProps(name, { type: 'checkbox' })} />
        <FormFailure error={save.error} />
        <div className={styles.formEnd}>
          <Button variant="default" onClick={() => void signOut().catch(toastFailure)}>
            {frame.t('signOut')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('declare.submit')}
          </Button>
        </div>
      </form>
    </AccountCard>
  )
}
