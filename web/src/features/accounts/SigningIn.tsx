import { useAnswer } from '../../shared/api/use-answer.ts'
import { PasswordCard } from './PasswordCard.tsx'
import { SignInMethodsCard } from './SignInMethodsCard.tsx'
import { signsInByPassword } from './sign-in-methods.ts'

/** The sign-in section of the own profile; without a usable password there is none to change. */
export function SigningIn() {
  const methods = useAnswer('getSignInMethods', {})
  return (
    <>
      {signsInByPassword(methods) ? <PasswordCard /> : null}
      <SignInMethodsCard />
    </>
  )
}
