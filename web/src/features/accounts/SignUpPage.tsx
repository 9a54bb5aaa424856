import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink, useNavigateTo } from '../../shared/navigation.tsx'
import { refreshSession } from '../../shared/session/session.ts'
import { callAuth } from '../../shared/session/session-api.ts'
import { pathTo } from '../../site-map.ts'
import { AccountCard } from './AccountCard.tsx'
import { CodeStep } from './CodeStep.tsx'
import { type SignInData, SignUpForm } from './SignUpForm.tsx'

/** Registration in two steps: the data, then the code from the mail, which also signs the person in. */
export function SignUpPage() {
  const { t } = useTranslation('accounts')
  const navigateTo = useNavigateTo()
  const queries = useQueryClient()
  const [registered, setRegistered] = useState<SignInData>()
  const signIn = async (signInData: SignInData) => {
    try {
      await callAuth('sign-in', signInData)
      await refreshSession(queries)
    } catch {
      // The account is open all the same; the sign-in page says so, and names the missing part.
      navigateTo.replace(pathTo('loginNew', {}, { email: signInData.email, done: 'account' }))
    }
  }
  if (registered)
    return (
      <AccountCard title={t('code.title')} text={t('code.sent', { email: registered.email })}>
        <CodeStep email={registered.email} onConfirmed={() => signIn(registered)} />
      </AccountCard>
    )
  return (
    <AccountCard
      wide
      title={t('signUp.title')}
      foot={
        <span>
          {t('signUp.haveAccount')} <AppLink to={pathTo('login')}>{t('signIn.title')}</AppLink>
        </span>
      }
    >
      <SignUpForm onRegistered={setRegistered} />
    </AccountCard>
  )
}
