import type { SignInMethods } from '@vigilux/contract/features/accounts/sign-in-methods.ts'

/** Whether the person has a usable password; changes of sign-in methods are proven by it. */
export const signsInByPassword = ({ password, company }: SignInMethods): boolean => password && !company?.only
