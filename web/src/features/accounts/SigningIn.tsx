import { useAction } from '../../shared/api/use-action.ts'
import { PasswordCard } from './PasswordCard.tsx'
import { SignInMethodsCard } from './SignInMethodsCard.tsx'
import { signsInByPassword } from './sign-in-methods.ts'

/** The part of the own profile about signing in; without a password that counts there is none to change. */
export function SigningIn() {
  const { data } = useAction('getSignInMethods', {})
  return (
    <>
      {data && !signsInByPassword(data) ? null : <PasswordCard />}
      <SignInMethodsCard />
    </>
  )
}
